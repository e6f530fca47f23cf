import { propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAll } from '../../../kit/http/read-all.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { TemplateLine } from './template-line.ts';

interface AddItemsProps {
  lines: readonly TemplateLine[];
  onAdd: (lines: readonly TemplateLine[]) => void;
  onClose: () => void;
}
const listClass = styleClass({
  listStyle: 'none',
  m: '0',
  p: '0',
  maxH: '320px',
  overflowY: 'auto',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  '& > li': { px: '3' },
});

/** Adds several items to a room of a template. */
export function AddItems({ lines, onAdd, onClose }: AddItemsProps) {
  const { t } = useTranslation(['handover-template', 'common']);
  const active = { active: { in: ['true'] } } as const;
  const rooms = useRows(propertyRoom, { filter: active, sort: 'order', read: readAll }).data;
  const [roomId, setRoom] = useState('');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const items = useRows(propertyItem, {
    filter: { ...active, q },
    sort: 'name',
    read: readAll,
  }).data;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const room = roomId || rooms?.[0]?.id || '';
  const there = new Set(lines.filter(line => line.roomId === room).map(({ itemId }) => itemId));
  const fresh = chosen.filter(itemId => !there.has(itemId));
  return (
    <Dialog
      open
      title={t('lines.add')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button
            look="filled"
            disabled={!room || fresh.length === 0}
            onClick={() => onAdd(fresh.map(itemId => ({ roomId: room, itemId, quantity: 1, required: true })))}
          >
            {t('lines.make', { count: fresh.length })}
          </Button>
        </>
      }
    >
      <Field label={t('fields.roomId')}>
        <Select
          value={room}
          choices={(rooms ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => setRoom(event.target.value)}
        />
      </Field>
      <Field label={t('lines.search')}>
        <TextInput value={typed} onChange={event => setTyped(event.target.value)} />
      </Field>
      <ul className={listClass()}>
        {(items ?? []).map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              disabled={there.has(id)}
              checked={there.has(id) || chosen.includes(id)}
              onChange={event =>
                setChosen(event.target.checked ? [...chosen, id] : chosen.filter(other => other !== id))
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
