import { styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import { ToggleChip } from '../Chip.tsx';
import type { CalendarShape } from './Calendar.tsx';
import { holdsMark, marksOf, toggleMark } from './conditions.ts';
import { useListModel } from './model/model.ts';
import { useListWords } from './model/words.ts';
import { useMarkCounts } from './useMarkCounts.ts';

const countClass = styleClass({
  ms: '1.5',
  textStyle: 'xs',
  color: 'fg.subtle',
  '&[data-bad]': { color: 'bad.fg', fontWeight: 'semibold' },
});

/** The marks of the definition as switches, with live counts: overdue, mine. */
export function QuickFilters({ calendar }: { calendar?: CalendarShape | undefined }) {
  const { definition, state, change } = useListModel();
  const counts = useMarkCounts(calendar);
  const t = useListWords();
  const formats = useFormats();
  const { filter } = state;
  const marks = marksOf(definition);
  return Object.entries(marks).map(([name, mark]) => {
    const count = counts?.[name];
    return (
      <ToggleChip
        key={name}
        pressed={holdsMark(filter, mark)}
        onClick={() => change(before => ({ filter: toggleMark(before.filter, mark, Object.values(marks)) }))}
      >
        {t(`marks.${name}`)}
        {count !== undefined && (
          <small className={countClass()} data-bad={(name === 'overdue' && count > 0) || undefined}>
            {formats.count(count)}
          </small>
        )}
      </ToggleChip>
    );
  });
}
