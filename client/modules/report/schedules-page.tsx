import { Schedules } from './Schedules.tsx';

/** The list of schedules by itself, where a record or a search leads to it. */
export function Component() {
  return <Schedules />;
}
