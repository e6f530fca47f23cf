import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';

/** Turns the query of an older link into what the screen understands. */
type QueryRewrite = (query: URLSearchParams) => void;

/** The notice of a contract's end names its reminder's day twice. */
const remindedOn: QueryRewrite = query => {
  const [from, to] = [query.get('remindExpiredDateFrom'), query.get('remindExpiredDateTo')];
  if (!from && !to) return;
  query.delete('remindExpiredDateFrom');
  query.delete('remindExpiredDateTo');
  query.set('remindExpiredDate', `${from ?? ''}..${to ?? ''}`);
  query.set('tab', 'all');
};

/** A notice names the record under a name of its own. */
const named =
  (own: string): QueryRewrite =>
  query => {
    const id = query.get(own);
    if (id) query.set('id', id);
    query.delete(own);
  };

/** Paths of older links and notices -> the screen that stands there now (product.md 2); `item` names the open record in its query. */
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

/** Leads on to the new path of the same project, with the query that was there; an id in the path joins it. */
function Moved({ to, item, asked }: { to: string; item?: string | undefined; asked?: QueryRewrite | undefined }) {
  const { idUnitGroup = '', oldId } = useParams();
  const { search, hash } = useLocation();
  const query = new URLSearchParams(search);
  if (item && oldId) query.set(item, oldId);
  asked?.(query);
  const rest = query.size > 0 ? `?${query}` : '';
  return <Navigate to={`/projects/${idUnitGroup}/${to}${rest}${hash}`} replace />;
}

/** The older routes of those screens that there are; the others stay unknown until their screen lands. */
export function olderRoutes(screens: readonly RouteObject[]): RouteObject[] {
  const paths = new Set(screens.map(({ path }) => path));
  return OLDER.filter(({ to }) => paths.has(to)).flatMap(({ from, to, item, asked }) => [
    ...(paths.has(from) ? [] : [{ path: from, element: <Moved to={to} asked={asked} /> }]),
    ...(item && !paths.has(`${from}/:${item}`)
      ? [{ path: `${from}/:oldId`, element: <Moved to={to} item={item} /> }]
      : []),
  ]);
}
