export { Buildings } from './Buildings.tsx';
export { Income } from './Income.tsx';
export { Load } from './Load.tsx';
export { MonthPath } from './MonthPath.tsx';
export { pageClass, paneClass, panesClass } from './parts.ts';
export { Today } from './Today.tsx';
export { useFigures, useStats } from './useFigures.tsx';
export { useWaiting } from './useWaiting.ts';
export { Gathered, WorkList } from './WorkList.tsx';
