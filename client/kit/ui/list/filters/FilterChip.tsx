import type { Condition } from '@lobby/shared/kit/definition.ts';
import { useEffect, useRef, useState } from 'react';
import { Chip } from '../../marks/Chip.tsx';
import { Popover } from '../../overlay/Popover.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { ConditionWords } from './ConditionWords.tsx';
import { activeCondition, filterField, withCondition } from './conditions.ts';
import { editorOf } from './editors.tsx';

interface FilterChipProps {
  field: string;
  /** Just added, so its editor opens at once. */
  fresh: boolean;
  onDone: () => void;
}

/** An active filter: a click edits it, the cross removes it. */
export function FilterChip({ field, fresh, onDone }: FilterChipProps) {
  const { definition, state, change } = useListModel();
  const t = useListWords();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // Opened by an effect, because a popover takes the focus only when it opens after mounting.
    if (fresh) setOpen(true);
  }, [fresh]);
  const condition = activeCondition(state.filter, field);
  const declared = filterField(definition, field);
  const Editor = editorOf(declared);
  const label = t(`fields.${field}`);
  /** All edits while it is open are one history entry. */
  const edited = useRef(false);
  const set = (next: Condition | undefined) => {
    change(before => ({ filter: withCondition(before.filter, field, next) }), edited.current ? 'replace' : 'push');
    edited.current = open;
  };
  const close = (is: boolean) => {
    setOpen(is);
    edited.current = false;
    if (!is) onDone();
  };
  if (!Editor) return null;
  return (
    <Popover
      label={t('kit:filter.pick', { name: label })}
      flush
      open={open}
      onOpenChange={close}
      trigger={
        <Chip
          label={label}
          value={condition ? <ConditionWords field={field} condition={condition} /> : '…'}
          onRemove={() => {
            set(undefined);
            onDone();
          }}
        />
      }
    >
      <Editor name={field} field={declared} label={label} condition={condition ?? {}} onChange={set} />
    </Popover>
  );
}
