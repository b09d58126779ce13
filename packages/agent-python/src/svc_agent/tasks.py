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
        """One task, ``tsk_…``."""
        return await self._calls.call(ApiCall("GET", f"/api/agent/tasks/{task_id}"))

    async def create(self, task: NewTask) -> Task:
        """Makes a task. With the schedule ``event`` it comes with a ``trigger_id``, for ``/webhook/{trigger_id}``."""
        return await self._calls.call(ApiCall("POST", "/api/agent/tasks", body=task))

    async def update(self, task_id: str, changes: TaskChanges) -> Task:
        """Changes a task, ``tsk_…``."""
        return await self._calls.call(ApiCall("PATCH", f"/api/agent/tasks/{task_id}", body=changes))

    async def delete(self, task_id: str) -> None:
        """Deletes a task, ``tsk_…``; its open runs are cancelled."""
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

        :param task_id: only runs of this task, ``tsk_…``.
        :param limit: how many runs at most, 1 to 100. Default 50.
        :param cursor: the ``next_cursor`` of the page before.
        """
        query = {"status": status, "task_id": task_id, "limit": limit, "cursor": cursor}
        return await self._calls.call(ApiCall("GET", "/api/agent/tasks/runs", query=query))

    async def run(self, run_id: str) -> TaskRun:
        """One of the agent's runs, ``run_…``."""
        return await self._calls.call(ApiCall("GET", f"/api/agent/tasks/runs/{run_id}"))
