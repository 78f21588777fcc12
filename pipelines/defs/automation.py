"""Whether schedules and sensors start enabled: in a service, but not in `parallax dev`."""

import os

import dagster as dg

VARIABLE = "PARALLAX_AUTOMATION"


def is_on() -> bool:
    """Whether PARALLAX_AUTOMATION asks for it (`parallax daemon` sets it)."""
    return os.environ.get(VARIABLE, "").strip().lower() in ("1", "on", "true", "yes")


def sensor_status() -> dg.DefaultSensorStatus:
    """What a sensor is until somebody turns it on or off in the interface."""
    return dg.DefaultSensorStatus.RUNNING if is_on() else dg.DefaultSensorStatus.STOPPED


def schedule_status() -> dg.DefaultScheduleStatus:
    """What a schedule is until somebody turns it on or off in the interface."""
    return dg.DefaultScheduleStatus.RUNNING if is_on() else dg.DefaultScheduleStatus.STOPPED
