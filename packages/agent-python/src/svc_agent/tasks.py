from __future__ import annotations

from typing import TypeAlias

from svc_agent.generated.contract import NewTask, RunPage, RunStatus, Task, TaskChanges, TaskRun
from svc_agent.calls import ApiCall, Calls

_TaskList: TypeAlias = "list[Task]"


class Tasks:
    """The tasks of an agent and their runs. Fields are named as in the service's contract."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def list(self) -> _TaskList:
        """All tasks, oldest first.

        :raises CallError: if the service refuses the call, or cannot be reached for as long as calls are
            tried. So do all calls of this class.
        """
        return await self._calls.call(ApiCall("GET", "/api/agent/tasks"))

    async def get(self, task_id: str) -> Task:
        """One task.

        :param task_id: the task, ``tsk_…``.
        """
        return await self._calls.call(ApiCall("GET", f"/api/agent/tasks/{task_id}"))

    async def create(self, task: NewTask) -> Task:
        """Makes a task.

        An event task comes with a ``trigger_id``, and a POST to ``/webhook/{trigger_id}`` of the service
        starts a run. With ``retry`` a run whose process was killed is offered again.

        :param task: its name, its prompt and its schedule are needed.
        """
        return await self._calls.call(ApiCall("POST", "/api/agent/tasks", body=task))

    async def update(self, task_id: str, changes: TaskChanges) -> Task:
        """Changes a task.

        :param task_id: the task, ``tsk_…``.
        :param changes: what is left out stays as it is.
        """
        return await self._calls.call(ApiCall("PATCH", f"/api/agent/tasks/{task_id}", body=changes))

    async def delete(self, task_id: str) -> None:
        """Deletes a task; its open runs are cancelled.

        :param task_id: the task, ``tsk_…``.
        """
        await self._calls.call(ApiCall("DELETE", f"/api/agent/tasks/{task_id}"))

    async def runs(
        self,
        *,
        status: RunStatus | None = None,
        task_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> RunPage:
        """A page of the agent's runs, newest first.

        :param status: only runs with this status. Default: all.
        :param task_id: only runs of this task, ``tsk_…``. Default: of all tasks.
        :param limit: how many runs at most, 1 to 100. Default 50.
        :param cursor: the ``next_cursor`` of the page before. Default: the first page.
        """
        query = {"status": status, "task_id": task_id, "limit": limit, "cursor": cursor}
        return await self._calls.call(ApiCall("GET", "/api/agent/tasks/runs", query=query))

    async def run(self, run_id: str) -> TaskRun:
        """One of the agent's runs.

        :param run_id: the run, ``run_…``.
        """
        return await self._calls.call(ApiCall("GET", f"/api/agent/tasks/runs/{run_id}"))
