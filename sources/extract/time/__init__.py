"""When something holds: years, periods, growth windows, tenses, history or forecast. Years and dates as printed are in `figures`."""
