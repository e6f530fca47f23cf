import { type ComponentProps, useRef } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { ToggleChip } from '../../marks/Chip.tsx';
import { FoldMenu } from '../../overlay/FoldMenu.tsx';
import { foldLook, useFold } from '../../useFold.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import type { CalendarShape } from '../shapes/Calendar.tsx';
import { useMarkCounts } from '../useMarkCounts.ts';
import { holdsMark, marksOf, toggleMark } from './conditions.ts';

const lineClass = styleClass({
  display: 'flex',
  columnGap: '2',
  // Active filters have priority, so this shrinks first.
  flex: '0 1000 auto',
  minW: '0',
  // Space for focus rings.
  m: '-0.5',
  p: '0.5',
  h: 'calc({sizes.controlSmall} + 4px)',
  ...foldLook,
  rowGap: '2',
});
const countClass = styleClass({
  ms: '1.5',
  textStyle: 'xs',
  color: 'fg.subtle',
  '&[data-bad]': { color: 'bad.fg', fontWeight: 'semibold' },
});

interface Shown {
  calendar?: CalendarShape | undefined;
}

/** Marks of the definition, which are on, and their live counts. */
function useMarks(calendar: CalendarShape | undefined) {
  const { definition, state, change } = useListModel();
  const counts = useMarkCounts(calendar);
  const t = useListWords();
  const marks = marksOf(definition);
  return Object.entries(marks).map(([name, mark]) => ({
    name,
    label: t(`marks.${name}`),
    pressed: holdsMark(state.filter, mark),
    count: counts?.[name],
    toggle: () => change(before => ({ filter: toggleMark(before.filter, mark, Object.values(marks)) })),
  }));
}
type Mark = ReturnType<typeof useMarks>[number];

interface MarkChipProps extends Omit<ComponentProps<typeof ToggleChip>, 'pressed' | 'children'> {
  mark: Mark;
}

function MarkChip({ mark: { name, label, pressed, count, toggle }, ...rest }: MarkChipProps) {
  const formats = useFormats();
  return (
    <ToggleChip {...rest} pressed={pressed} onClick={toggle}>
      {label}
      {count !== undefined && (
        <small className={countClass()} data-bad={(name === 'overdue' && count > 0) || undefined}>
          {formats.count(count)}
        </small>
      )}
    </ToggleChip>
  );
}

/** All marks of the definition as toggles: overdue, mine. */
export function MarkChips({ calendar }: Shown) {
  return useMarks(calendar).map(mark => <MarkChip key={mark.name} mark={mark} />);
}

/** Marks that match something. One that was shown stays, so that nothing moves under the pointer. */
function useShown(marks: readonly Mark[]): readonly Mark[] {
  const { definition } = useListModel();
  const seen = useRef({ definition, names: new Set<string>() });
  if (seen.current.definition !== definition) seen.current = { definition, names: new Set() };
  const { names } = seen.current;
  const shown = marks.filter(({ name, count, pressed }) => count !== 0 || pressed || names.has(name));
  for (const { name, count } of shown) if (count !== undefined) names.add(name);
  return shown;
}

/** Marks of the definition in a line; those that do not fit or match nothing are in a menu. */
export function QuickFilters({ calendar }: Shown) {
  const formats = useFormats();
  const line = useRef<HTMLDivElement>(null);
  const marks = useMarks(calendar);
  const on = marks.filter(({ pressed }) => pressed).map(({ name }) => name);
  const shown = useShown(marks);
  const { hidden, order } = useFold(line, on, shown.map(({ label, count }) => `${label} ${count ?? ''}`).join());
  if (marks.length === 0) return null;
  return (
    <>
      <div ref={line} className={lineClass()}>
        {shown.map(mark => (
          <MarkChip
            key={mark.name}
            mark={mark}
            data-value={mark.name}
            data-folded={hidden.includes(mark.name) || undefined}
            style={{ order: order(mark.name) }}
          />
        ))}
      </div>
      <FoldMenu
        items={marks
          .filter(mark => !shown.includes(mark) || hidden.includes(mark.name))
          .map(({ name, label, count, toggle }) => ({
            key: name,
            label: count === undefined ? label : `${label} ${formats.count(count)}`,
            onSelect: toggle,
          }))}
      />
    </>
  );
}
