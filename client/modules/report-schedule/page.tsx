import { Schedules } from './Schedules.tsx';

/** The list of schedules on its own route, for links to records and search results. */
export function Component() {
  return <Schedules />;
}
