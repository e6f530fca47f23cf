import { Reports } from './Reports.tsx';

/** The list of reports by itself, where a record or a search leads to it. */
export function Component() {
  return <Reports />;
}
