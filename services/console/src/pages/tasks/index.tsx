export { TaskPage } from './task-page.tsx';
export { TasksPage } from './tasks-page.tsx';
