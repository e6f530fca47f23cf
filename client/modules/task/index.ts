export { NewTask } from './NewTask.tsx';
export { TasksTab } from './TasksTab.tsx';
