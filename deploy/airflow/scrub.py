"""An Airflow 3 DAG that scrubs a lake in a bucket every night.

The task fails if files are damaged or missing, or if something could not be read, and its log names them. It needs the program `hashlane`
on the worker, and credentials of the store in the environment (AWS_…). The state is an object, so any worker can run the task.
"""

import datetime

from airflow.sdk import dag, task


@dag(
    schedule="30 2 * * *", start_date=datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc), catchup=False,
    # Two runs on one state would read the same files.
    max_active_runs=1,
)
def scrub_lake():
    # What a run that is stopped has read is lost if the state is an object: keep --max-time below the timeout.
    @task.bash(execution_timeout=datetime.timedelta(hours=5))
    def scrub():
        return "hashlane scrub --state s3://ops/scrub/orders.parquet --max-time 4h --rate 200MB/s s3://lake/orders/"

    scrub()


scrub_lake()
