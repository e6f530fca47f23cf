import { CreditCard, FileText, HardHat, type LucideIcon, Truck } from 'lucide-react';
import { useReading } from '../data/live.ts';
import { IconSquare } from '../parts/cards.tsx';
import { Link, List, Waiting } from '../parts/parts.tsx';
import { go } from '../path.ts';
import { day, t, when } from '../words.ts';
import { FormTag } from './FormTag.tsx';
import type { FormKind } from './kinds.ts';
import { type ModuleWords, useModuleWords } from './module-words.ts';
import { NewForm } from './NewForm.tsx';
import { OneForm } from './OneForm.tsx';

type Row = Readonly<Record<string, unknown>> & { id: string; code: string; status: string; createdAt: string };

/** Time span of a form; times on the same day share the date. */
function span({ span: names }: FormKind, row: Row): string {
  if (!names) return when(row.createdAt);
  const [from, to] = names.map(name => String(row[name] ?? ''));
  if (!from || !to) return '';
  if (from.length === 10) return `${day(from)} – ${day(to)}`;
  const [start, end] = [when(from), when(to)];
  return start.slice(0, 10) === end.slice(0, 10) ? `${start}–${end.slice(-5)}` : `${start} – ${end}`;
}

const ICONS: Readonly<Record<string, LucideIcon>> = { moves: Truck, works: HardHat, cards: CreditCard };

function Forms({ kind, words }: { kind: FormKind; words: ModuleWords }) {
  const { data, error } = useReading<Row[]>(`${kind.path}?limit=50`, [kind.code]);
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go(`/${kind.page}/new`)}>
        {t(`forms.new.${kind.page}`)}
      </button>
      <List rows={data} error={error} none={t('forms.none')}>
        {row => (
          <Link to={`/${kind.page}/${row.id}`} className="item">
            <IconSquare icon={ICONS[kind.page] ?? FileText} />
            <div>
              <p className="one-line">{kind.line(row, words.option)}</p>
              <small>
                {row.code} · {span(kind, row)}
              </small>
            </div>
            <FormTag status={row.status} words={words} />
          </Link>
        )}
      </List>
    </div>
  );
}

/** Creates the page of a kind of form: list, detail and new form. */
export const formPage = (kind: FormKind) =>
  function FormPage({ id }: { id: string | undefined }) {
    const words = useModuleWords(kind.name);
    if (!words) return <Waiting />;
    if (id === 'new') return <NewForm kind={kind} words={words} />;
    return id ? <OneForm kind={kind} words={words} id={id} /> : <Forms kind={kind} words={words} />;
  };
