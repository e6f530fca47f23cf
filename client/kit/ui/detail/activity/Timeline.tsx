import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Ban, CircleDot, CirclePlus, type LucideIcon, Pencil, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import { now } from '../../../http/clock.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useRefName } from '../../../refs/refs.ts';
import { useDone } from '../useDone.ts';
import { useActivities } from './useActivities.ts';

const listClass = styleClass({
  listStyle: 'none',
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    gap: '2.5',
    alignItems: 'center',
    minH: '7',
  },
  '& > li + li::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '9.5px',
    top: '-8px',
    h: '4',
    borderInlineStartWidth: '1px',
    borderColor: 'border.emphasized',
  },
  '& [data-mark]': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    w: '5',
    h: '5',
    borderRadius: 'full',
    bg: 'bg.muted',
    color: 'fg.muted',
    '& svg': { w: '3', h: '3' },
  },
  '& time': { textStyle: 'xs', color: 'fg.subtle', whiteSpace: 'nowrap' },
});

const MARKS: Readonly<Record<string, LucideIcon>> = {
  create: CirclePlus,
  update: Pencil,
  cancel: Ban,
  publish: Send,
};
/** The rest is in the activity tab. */
const LAST = 5;

interface TimelineProps {
  definition: Definition;
  id: string;
  /** Time of creation, since records that came with the installation have no such entry. */
  made: string;
  /** Employee who made it, where the record says so. */
  by?: string | null;
}

/** The last activity entries of a record, one line each. */
export function Timeline({ definition, id, made, by = null }: TimelineProps) {
  const { when } = useFormats();
  const { rows, total } = useActivities(definition, id);
  const { t } = useTranslation('kit');
  const done = useDone(definition);
  const maker = useRefName('employee', by);
  return (
    <ol className={listClass()}>
      {rows.slice(0, LAST).map(row => {
        const { name, word } = done(row);
        const Mark = MARKS[row.action] ?? CircleDot;
        return (
          <li key={row.id}>
            <span data-mark="">
              <Mark aria-hidden />
            </span>
            <span className="cut">
              {name} · {word}
            </span>
            <time dateTime={row.at}>{when(row.at, now())}</time>
          </li>
        );
      })}
      {total === 0 && (
        <li>
          <span data-mark="">
            <CirclePlus aria-hidden />
          </span>
          <span className="cut">{[maker, t('activity.actions.create')].filter(Boolean).join(' · ')}</span>
          <time dateTime={made}>{when(made, now())}</time>
        </li>
      )}
    </ol>
  );
}
