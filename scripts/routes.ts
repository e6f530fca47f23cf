import { allRoutes } from '../server/app/app.ts';
import type { Route } from '../server/kit/http/route.ts';

/** Describes who may call a route: flags of the module for staff, residents in their form, anybody signed in, or anybody. */
function callersOf({ audience, flags, residents, staff }: Route): string {
  if (audience !== 'project') return audience === 'public' ? 'anybody' : 'signed in';
  const ours = staff ? [flags ? flags.join(' or ') : 'staff'] : [];
  return [...ours, ...(residents ? ['residents'] : [])].join(', ');
}

const head = ['METHOD', 'PATH', 'MODULE', 'CALLERS', 'WHAT'];
const rows = allRoutes().map(route => [
  route.method.toUpperCase(),
  `/api${route.path}`,
  route.module,
  callersOf(route),
  route.summary,
]);
const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => row[column]?.length ?? 0)));

for (const row of [head, ...rows])
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
console.log(`${rows.length} routes`);
