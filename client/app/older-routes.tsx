import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';

/** Converts the query of an older link for the current screen. */
type QueryRewrite = (query: URLSearchParams) => void;

/** Notices of expiring contracts state the reminder's day twice. */
const remindedOn: QueryRewrite = query => {
  const [from, to] = [query.get('remindExpiredDateFrom'), query.get('remindExpiredDateTo')];
  if (!from && !to) return;
  query.delete('remindExpiredDateFrom');
  query.delete('remindExpiredDateTo');
  query.set('remindExpiredDate', `${from ?? ''}..${to ?? ''}`);
  query.set('tab', 'all');
};

/** A notice names the record by another parameter. */
const named =
  (parameter: string): QueryRewrite =>
  query => {
    const id = query.get(parameter);
    if (id) query.set('id', id);
    query.delete(parameter);
  };

/** Paths of older links and notices -> current screen (product.md 2); `item` is the parameter of the open record. */
const OLDER: readonly { from: string; to: string; item?: string; asked?: QueryRewrite }[] = [
  { from: 'apartments', to: 'units', item: 'id' },
  { from: 'residents', to: 'members', item: 'id' },
  { from: 'rental-contracts', to: 'rental-contract', item: 'id', asked: remindedOn },
  { from: 'resident-communicate', to: 'member-communicate', item: 'id' },
  { from: 'statistics/receipt', to: 'receipt', item: 'id', asked: named('receiptId') },
  { from: 'statistics/apartment-account', to: 'service-advance-payment' },
  { from: 'amenities-orders', to: 'amenities-orders', item: 'id' },
  { from: 'amenities-merchant-orders', to: 'amenities-merchant-orders', item: 'id' },
  { from: 'help-desk', to: 'help-desk', item: 'helpDeskId' },
  { from: 'task', to: 'task', item: 'id' },
];

/** Redirects to the new path in the same project with its query; an id in the path becomes a parameter. */
function Moved({ to, item, asked }: { to: string; item?: string | undefined; asked?: QueryRewrite | undefined }) {
  const { idUnitGroup = '', oldId } = useParams();
  const { search, hash } = useLocation();
  const query = new URLSearchParams(search);
  if (item && oldId) query.set(item, oldId);
  asked?.(query);
  const rest = query.size > 0 ? `?${query}` : '';
  return <Navigate to={`/projects/${idUnitGroup}/${to}${rest}${hash}`} replace />;
}

/** Older routes of existing screens. */
export function olderRoutes(screens: readonly RouteObject[]): RouteObject[] {
  const paths = new Set(screens.map(({ path }) => path));
  return OLDER.filter(({ to }) => paths.has(to)).flatMap(({ from, to, item, asked }) => [
    ...(paths.has(from) ? [] : [{ path: from, element: <Moved to={to} asked={asked} /> }]),
    ...(item && !paths.has(`${from}/:${item}`)
      ? [{ path: `${from}/:oldId`, element: <Moved to={to} item={item} /> }]
      : []),
  ]);
}
