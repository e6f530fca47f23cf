import { type Condition, filtersOf } from '@lobby/shared/kit/definition.ts';
import { useState } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import { Select } from '../../controls/Select.tsx';
import { Chip } from '../../marks/Chip.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import type { CalendarShape } from '../shapes/Calendar.tsx';
import { ConditionWords } from './ConditionWords.tsx';
import { activeCondition, chipFields, filterField, withCondition } from './conditions.ts';
import { editorOf } from './editors.tsx';
import { MarkChips } from './QuickFilters.tsx';

const chipsClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const editorClass = styleClass({
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  overflow: 'hidden',
  '& > *': { w: 'full' },
});

/** Filters of a list in a bottom sheet, edited in place. */
export function SheetFilters({ calendar }: { calendar?: CalendarShape | undefined }) {
  const { definition, state, change } = useListModel();
  const t = useListWords();
  const [editing, setEditing] = useState<string | null>(null);
  const { filter } = state;
  const shown = chipFields(definition, filter);
  const left = filtersOf(definition).filter(
    field => !shown.includes(field) && editorOf(filterField(definition, field)),
  );
  const set = (field: string, next: Condition | undefined) =>
    change(before => ({ filter: withCondition(before.filter, field, next) }), 'replace');
  return (
    <>
      <div className={chipsClass()}>
        <MarkChips calendar={calendar} />
        {shown.map(field => (
          <Chip
            key={field}
            label={t(`fields.${field}`)}
            value={<ConditionWords field={field} condition={activeCondition(filter, field) ?? {}} />}
            aria-expanded={field === editing}
            onClick={() => setEditing(field === editing ? null : field)}
            onRemove={() => set(field, undefined)}
          />
        ))}
      </div>
      <Select
        aria-label={t('kit:list.filter')}
        placeholder={`+ ${t('kit:list.filter')}`}
        value={editing && left.includes(editing) ? editing : ''}
        choices={left.map(value => ({ value, label: t(`fields.${value}`) }))}
        onChange={event => setEditing(event.target.value || null)}
      />
      {editing && <Editing key={editing} field={editing} onChange={next => set(editing, next)} />}
    </>
  );
}

function Editing({ field, onChange }: { field: string; onChange: (next: Condition | undefined) => void }) {
  const { definition, state } = useListModel();
  const t = useListWords();
  const declared = filterField(definition, field);
  const Editor = editorOf(declared);
  return (
    Editor && (
      <div className={editorClass()}>
        <Editor
          name={field}
          field={declared}
          label={t(`fields.${field}`)}
          condition={activeCondition(state.filter, field) ?? {}}
          onChange={onChange}
        />
      </div>
    )
  );
}
