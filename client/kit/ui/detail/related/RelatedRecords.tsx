import type { LucideIcon } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { styleClass } from '../../../../theme/classes.ts';
import type { ListView } from '../../../list/list.ts';
import { Empty, EmptyState } from '../../states/EmptyState.tsx';
import { Bone } from '../../states/Skeleton.tsx';
import { DetailBody } from '../DetailBody.tsx';

const listClass = styleClass({ display: 'flex', flexDirection: 'column', listStyle: 'none', m: '0', p: '0' });
const lineClass = styleClass({
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > *': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '12',
    py: '1.5',
    color: 'fg',
    textDecoration: 'none',
    borderRadius: 'sm',
  },
  '& > a:hover': { bg: 'bg.subtle' },
  '& [data-words]': { display: 'grid', flex: '1', minW: '0' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});
const allClass = styleClass({ display: 'inline-block', mt: '3', py: '1', color: 'accent.fg', borderRadius: 'sm' });

const addClass = styleClass({
  display: 'flex',
  justifyContent: 'flex-end',
  flex: 'none',
  px: '4',
  pt: '3',
  '&:empty': { display: 'none' },
});

interface RelatedRecordsProps {
  view: Pick<ListView, 'phase' | 'ids' | 'total'> | null;
  most: number;
  icon: LucideIcon;
  /** Shown if there are none. */
  none: string;
  /** Text for the number of records not shown. */
  more?: (count: number) => string;
  /** Link to all of them. */
  all?: { to: string; label: string };
  /** Button to add one, shown above. */
  add?: ReactNode;
  children: (id: string) => ReactNode;
}

/** A few records of another module in a tab, with states for loading, none, and more. */
export function RelatedRecords({ add, ...list }: RelatedRecordsProps) {
  return (
    <>
      {add && <div className={addClass()}>{add}</div>}
      <Lines {...list} />
    </>
  );
}

function Lines({ view, most, icon, none, more, all, children }: Omit<RelatedRecordsProps, 'add'>) {
  const { t } = useTranslation('kit');
  if (view?.phase === 'failed') return <EmptyState icon={icon} tone="bad" title={t('detail.failed')} />;
  if (view?.phase === 'ready' && view.ids.length === 0) return <Empty icon={icon} title={none} />;
  const ids = (view?.ids ?? []).slice(0, most).filter(id => id !== null);
  const rest = (view?.total ?? 0) - most;
  return (
    <DetailBody>
      <ul className={listClass()} aria-busy={view?.phase !== 'ready'}>
        {view?.phase === 'ready' ? ids.map(children) : [70, 52, 64].map(width => <Waiting key={width} width={width} />)}
      </ul>
      {rest > 0 && more && <p>{more(rest)}</p>}
      {all && (
        <Link to={all.to} className={allClass()}>
          {all.label}
        </Link>
      )}
    </DetailBody>
  );
}

function Waiting({ width }: { width: number }) {
  return (
    <li className={lineClass()}>
      <span>
        <Bone shape="circle" />
        <Bone width={`${width}%`} />
      </span>
    </li>
  );
}

interface LineProps {
  to?: string;
  before?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  after?: ReactNode;
  style?: CSSProperties;
}

/** A record: name, secondary line, and link. */
export function Line({ to, before, title, note, after, style }: LineProps) {
  const content = (
    <>
      {before}
      <span data-words="">
        <span className="cut">{title}</span>
        <small className="cut">{note}</small>
      </span>
      {after}
    </>
  );
  return (
    <li className={lineClass()} style={style}>
      {to ? <Link to={to}>{content}</Link> : <span>{content}</span>}
    </li>
  );
}
