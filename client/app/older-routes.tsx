import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';

/** Paths of older links and notices -> the screen that stands there now (product.md 2); `item` names the open record in its query. */
const OLDER: readonly { from: string; to: string; item?: string }[] = [
  { from: 'apartments', to: 'units', item: 'id' },
  { from: 'residents', to: 'members', item: 'id' },
  { from: 'rental-contracts', to: 'rental-contract', item: 'id' },
  { from: 'resident-communicate', to: 'member-communicate', item: 'id' },
  { from: 'statistics/receipt', to: 'receipt', item: 'id' },
  { from: 'statistics/apartment-account', to: 'service-advance-payment' },
  { from: 'amenities-orders', to: 'amenities-orders', item: 'id' },
  { from: 'amenities-merchant-orders', to: 'amenities-merchant-orders', item: 'id' },
  { from: 'help-desk', to: 'help-desk', item: 'helpDeskId' },
  { from: 'fast-sync', to: 'billing/sync-receipt' },
];

/** Leads on to the new path of the same project, with the query that was there; an id in the path joins it. */
function Moved({ to, item }: { to: string; item?: string | undefined }) {
  const { idUnitGroup = '', oldId } = useParams();
  const { search, hash } = useLocation();
  const query = new URLSearchParams(search);
  if (item && oldId) query.set(item, oldId);
  const asked = query.size > 0 ? `?${query}` : '';
  return <Navigate to={`/projects/${idUnitGroup}/${to}${asked}${hash}`} replace />;
}

/** The older routes of those screens that there are; the others stay unknown until their screen lands. */
export function olderRoutes(screens: readonly RouteObject[]): RouteObject[] {
  const paths = new Set(screens.map(({ path }) => path));
  return OLDER.filter(({ to }) => paths.has(to)).flatMap(({ from, to, item }) => [
    ...(paths.has(from) ? [] : [{ path: from, element: <Moved to={to} /> }]),
    ...(item && !paths.has(`${from}/:${item}`)
      ? [{ path: `${from}/:oldId`, element: <Moved to={to} item={item} /> }]
      : []),
  ]);
}
