"""Vendor figures as sides of comparisons across markets. The figures are made in `warehouse/sql/35_vendor_figures.sql`."""
