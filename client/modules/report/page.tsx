import { Reports } from './Reports.tsx';

/** The list of reports on its own route, for links to records and search results. */
export function Component() {
  return <Reports />;
}
