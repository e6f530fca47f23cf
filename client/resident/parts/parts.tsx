import { Check, Circle, CircleDot, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { type FormEvent, isValidElement, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Refused } from '../data/api.ts';
import { go } from '../path.ts';
import { t } from '../words.ts';

/** A link to another page of the app. */
export function Link({
  to,
  current,
  className,
  children,
}: {
  to: string;
  current?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={`/resident${to}`} onClick={press} className={className} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}

const TONES: Readonly<Record<string, string>> = {
  WAITING: 'waiting',
  WAITING_APPROVAL: 'waiting',
  OPEN: 'waiting',
  TO_FETCH: 'waiting',
  EXPECTED: 'waiting',
  APPROVED: 'going',
  PROCESSING: 'going',
  INSIDE: 'going',
  UNPAID: 'waiting',
  PARTIAL_PAID: 'going',
  PAID: 'done',
  COMPLETED: 'done',
  RATED: 'done',
  HANDED_OVER: 'done',
  COUNTED: 'done',
  REJECTED: 'bad',
  EXPIRED: 'bad',
};

const ICONS: Readonly<Record<string, LucideIcon>> = { waiting: Clock, going: CircleDot, done: Check, bad: CircleX };

/** A status with icon and text. */
export function Tag({ status }: { status: string }) {
  const tone = TONES[status];
  const Icon = ICONS[tone ?? ''] ?? Circle;
  return (
    <span className="tag" data-tone={tone}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}

interface PicturesProps {
  of: readonly { id: string; url: string; thumbUrl?: string | null }[];
  /** Description of the images. */
  label: string;
}

/** Images side by side, which open in full size. */
export const Pictures = ({ of, label }: PicturesProps) => (
  <p className="pictures">
    {of.map(photo => (
      <a key={photo.id} href={photo.url} target="_blank" rel="noreferrer">
        <img src={photo.thumbUrl ?? photo.url} alt={label} width="96" height="96" />
      </a>
    ))}
  </p>
);

/** A list, or a message while it loads, is empty or failed to load. */
export function List<T extends { id: string }>({
  rows,
  error,
  none,
  children,
}: {
  rows: readonly T[] | null;
  error: Refused | null;
  none: string;
  children: (row: T) => ReactNode;
}) {
  if (!rows) return <Waiting error={error} />;
  if (rows.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="list">
      {rows.map(row => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
}

interface LabelledProps {
  label: string;
  error?: string | undefined;
  /** No mark for required fields, if all are required as at the sign-in. */
  unmarked?: boolean;
  children: ReactNode;
}

/** A placeholder while something loads, or its error. */
export function Waiting({ error }: { error?: { message: string } | null | undefined }) {
  if (error) return <p className="muted">{error.message || t('failed')}</p>;
  return (
    <div className="waiting" role="status">
      <span className="hidden">{t('loading')}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

/** An input with label and error; required ones are marked. */
export function Labelled({ label, error, unmarked = false, children }: LabelledProps) {
  const own = useRef<HTMLLabelElement>(null);
  useEffect(() => {
    if (!error) return;
    // Moves the focus to the first field with an error.
    const first = own.current?.closest('form')?.querySelector('label > .error');
    if (first?.parentElement === own.current)
      own.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [error]);
  const isMarked = !unmarked && isValidElement<{ required?: boolean }>(children) && children.props.required === true;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label ref={own}>
      {isMarked ? `${label} *` : label}
      {children}
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </label>
  );
}

/** HTML that the server has sanitised. */
export function Prose({ markup }: { markup: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only what the server's allow-list has let in is stored
  return <div className="prose" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/** An error of a form that belongs to none of its fields. */
export function Refusal({ refused }: { refused: Refused | null }) {
  if (!refused || Object.keys(refused.fields).length > 0) return null;
  return (
    <p className="error" role="alert">
      {refused.message || t('failed')}
    </p>
  );
}

/** End of a form: its error, and the submit button. */
export function SendPart({ refused, label, busy = false }: { refused: Refused | null; label: string; busy?: boolean }) {
  return (
    <>
      <Refusal refused={refused} />
      <button type="submit" className="main" disabled={busy}>
        {label}
      </button>
    </>
  );
}

/** Returns the photos chosen in a form. */
export const photosIn = (form: FormData): File[] =>
  form.getAll('photos').filter((photo): photo is File => photo instanceof File && photo.size > 0);

interface ReasonFormProps {
  label: string;
  /** Label of the button. */
  act: string;
  refused: Refused | null;
  onSend: (reason: string) => void;
}

/** Asks for the reason of an action. */
export function ReasonForm({ label, act, refused, onSend }: ReasonFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(String(new FormData(event.currentTarget).get('reason') ?? '').trim());
  };
  return (
    <form className="stack" onSubmit={send}>
      <Labelled label={label} error={refused?.fields.reason?.message}>
        <textarea name="reason" rows={2} required maxLength={1000} />
      </Labelled>
      <button type="submit" className="main">
        {act}
      </button>
    </form>
  );
}
