import { utility } from '@lobby/shared/modules/utility.ts';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldWords, useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readValue, writeLine } from '../../../kit/ui/form/values.ts';
import { styleClass } from '../../../theme/classes.ts';
import { CELLS, cellsOf, paintCells, type ServeLine } from './painted.ts';

const { serveTime: SERVE } = utility.fields;
/** Every second hour is labelled. */
const HOURS = Array.from({ length: 12 }, (_, n) => n * 2);
const ALL = Array.from({ length: CELLS }, (_, n) => n);
/** Monday first; Sunday is stored as 0. */
const WEEK = ['1', '2', '3', '4', '5', '6', '0'];

const weekClass = styleClass({
  overflowX: 'auto',
  '& table': { borderCollapse: 'separate', borderSpacing: '0 2px', userSelect: 'none', touchAction: 'pan-y' },
  '& th': {
    textStyle: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    textAlign: 'start',
    pe: '2',
    whiteSpace: 'nowrap',
  },
  '& td': { p: '0' },
  '& button': {
    display: 'block',
    w: '14px',
    h: '6',
    bg: 'bg.muted',
    borderWidth: '1px',
    borderColor: 'border',
    cursor: 'pointer',
    '&[aria-pressed=true]': { bg: 'accent.solid' },
    _disabled: { opacity: '0.5', cursor: 'not-allowed' },
  },
  '& p': { textStyle: 'xs', color: 'fg.muted', mt: '1' },
});

interface Stroke {
  weekday: string;
  cell: number;
  on: boolean;
}
const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Opening hours of a week in half-hour cells, painted by pointer or keyboard (arrows move, Shift paints, Space
 * toggles); the lines below show the same value.
 */
export function PaintedWeek() {
  const { t } = useTranslation(utility.name);
  const say = useFieldWords(utility.name);
  const how = useWriting();
  const { field } = useController<TypedValues>({ name: 'serveTime' });
  const [type] = useWatch<TypedValues>({ name: ['type'] });
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const begun = useRef<readonly ServeLine[]>([]);
  // With fixed slots each line is a slot: painting would merge them.
  if (type === 'TIME_FRAME') return null;
  const { value } = readValue(SERVE, field.value, how);
  const lines = (Array.isArray(value) ? value : []) as unknown as ServeLine[];
  const put = (next: readonly ServeLine[]) => field.onChange(next.map(line => writeLine(SERVE, { ...line }, how)));
  const begin = (weekday: string, cell: number, on: boolean) => {
    begun.current = lines;
    setStroke({ weekday, cell, on });
    put(paintCells(lines, weekday, { from: cell, to: cell, on }));
  };
  const over = (event: PointerEvent) => {
    const at = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]');
    const [weekday, cell] = (at?.dataset.cell ?? '').split(' ');
    if (!stroke || weekday !== stroke.weekday) return;
    put(paintCells(begun.current, weekday, { from: stroke.cell, to: Number(cell), on: stroke.on }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const step = STEPS[event.key];
    if (!at || !step) return;
    event.preventDefault();
    const [weekday = '', cell = ''] = (at.dataset.cell ?? '').split(' ');
    const day = WEEK[WEEK.indexOf(weekday) + step[0]];
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${day} ${Number(cell) + step[1]}"]`);
    next?.focus();
    if (next && event.shiftKey && step[1] !== 0) {
      const on = at.getAttribute('aria-pressed') === 'true';
      put(paintCells(lines, weekday, { from: Number(cell), to: Number(cell) + step[1], on }));
    }
  };
  return (
    <div className={weekClass()} data-wide="">
      <table
        aria-label={t('week.title')}
        onKeyDown={onKeyDown}
        onPointerMove={over}
        onPointerUp={() => setStroke(null)}
        onPointerLeave={() => setStroke(null)}
      >
        <thead>
          <tr>
            <td />
            {HOURS.map(hour => (
              <th key={hour} colSpan={4} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEK.map((weekday, row) => {
            const cells = cellsOf(lines, weekday);
            return (
              <tr key={weekday}>
                <th scope="row">{say.option('weekday', weekday)}</th>
                {ALL.map(cell => {
                  const on = cells?.[cell] ?? false;
                  return (
                    <td key={cell}>
                      <button
                        type="button"
                        data-cell={`${weekday} ${cell}`}
                        tabIndex={row === 0 && cell === 0 ? 0 : -1}
                        aria-pressed={on}
                        aria-label={`${say.option('weekday', weekday)} ${Math.floor(cell / 2)}:${cell % 2 ? '30' : '00'}`}
                        disabled={cells === null}
                        onPointerDown={event => {
                          event.currentTarget.releasePointerCapture?.(event.pointerId);
                          begin(weekday, cell, !on);
                        }}
                        onClick={event => {
                          // Keyboard only: the pointer has painted on press.
                          if (event.detail === 0) put(paintCells(lines, weekday, { from: cell, to: cell, on: !on }));
                        }}
                      />
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>{t('week.help')}</p>
    </div>
  );
}
