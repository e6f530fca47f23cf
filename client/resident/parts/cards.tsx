import { ChevronRight, FileText, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from './parts.tsx';

/** A card on the page background. */
export const Card = ({
  label,
  className = '',
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) =>
  label ? (
    <section className={`card ${className}`} aria-label={label}>
      {children}
    </section>
  ) : (
    <div className={`card ${className}`}>{children}</div>
  );

/** Icon of a row, on a square. */
export const IconSquare = ({ icon: Icon, quiet = false }: { icon: LucideIcon; quiet?: boolean }) => (
  <span className="square" data-quiet={quiet ? '' : undefined}>
    <Icon size={20} strokeWidth={1.75} aria-hidden />
  </span>
);

interface RowProps {
  /** Icon or avatar at the start. */
  start?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** Amount, time or status at the end. */
  end?: ReactNode;
  to?: string;
  /** Opens a sheet, for rows without a link. */
  onPress?: () => void;
  /** Shows an arrow, because the row opens something. */
  opens?: boolean;
  quiet?: boolean;
}

/** Text in parts that only wrap between them, so that codes, days and spans stay whole. */
export const Parts = ({ of }: { of: string }) => (
  <span className="parts">
    {of.split(' · ').map((part, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have their place as identity
      <Fragment key={n}>
        <span>{part}</span>{' '}
      </Fragment>
    ))}
  </span>
);

/** A row of a card: title, detail, and a value at its end. */
export function Row({ start, title, detail, end, to, onPress, opens = false, quiet = false }: RowProps) {
  const inside = (
    <>
      {start}
      <span className="what">
        <b>{title}</b>
        {detail && <small>{typeof detail === 'string' ? <Parts of={detail} /> : detail}</small>}
      </span>
      {end && <span className="ends">{end}</span>}
      {opens && <ChevronRight size={16} aria-hidden />}
    </>
  );
  if (onPress)
    return (
      <button type="button" className="row" aria-haspopup="dialog" onClick={onPress}>
        {inside}
      </button>
    );
  const look = { className: 'row', 'data-quiet': quiet ? '' : undefined };
  return to ? (
    <Link to={to} className={`row${quiet ? ' quiet-row' : ''}`}>
      {inside}
    </Link>
  ) : (
    <div {...look}>{inside}</div>
  );
}

/** A file that opens in a new tab. */
export const FileRow = ({ name, url }: { name: string; url: string }) => (
  <a className="row" href={url} target="_blank" rel="noreferrer">
    <IconSquare icon={FileText} />
    <span className="what">
      <b>{name}</b>
    </span>
  </a>
);

/** The main amount of a screen. */
export const AmountHead = ({
  label,
  amount,
  tag,
  children,
}: {
  label?: string;
  amount: string;
  tag?: ReactNode;
  children?: ReactNode;
}) => (
  <div className="amount-head">
    {(label || tag) && (
      <p>
        <small>{label}</small>
        {tag}
      </p>
    )}
    <p>
      <strong>{amount}</strong>
      {children}
    </p>
  </div>
);
