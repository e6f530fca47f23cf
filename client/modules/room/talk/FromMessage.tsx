import { room } from '@lobby/shared/modules/room.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useRefLoad } from '../../../kit/ui/form/inputs/choices/ref-options.ts';
import { CommandDialog } from '../../../kit/ui/overlay/CommandDialog.tsx';
import { useFaults } from '../../../kit/ui/states/useFaults.ts';
import type { Message } from '../../../kit/ui/thread/conversation.ts';
import { styleClass } from '../../../theme/classes.ts';

const gridClass = styleClass({ display: 'grid', gap: '4', mt: '3' });
const MOST_LETTERS = 200;

interface FromMessageProps {
  roomId: string;
  message: Message;
  of: 'ticket' | 'task';
  onClose: () => void;
}

/** Creates a ticket or task from a message with its text and images; the conversation links to it. */
export function FromMessage({ roomId, message, of, onClose }: FromMessageProps) {
  const { t } = useTranslation(['room', 'ticket', 'task', 'errors']);
  const first = message.content.split('\n')[0]?.slice(0, MOST_LETTERS) ?? '';
  const [title, setTitle] = useState(first);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [faults, setFaults] = useFaults<string>({ title });
  const types = useRefLoad('ticket-type');
  const people = useRefLoad('employee');
  const field = of === 'ticket' ? 'typeId' : 'assigneeId';
  const body = () => {
    setFaults(title.trim() ? {} : { title: t('errors:REQUIRED') });
    return title.trim() ? { title: title.trim(), [field]: chosen?.value ?? null } : null;
  };
  return (
    <CommandDialog<{ code: string }>
      title={t(of === 'ticket' ? 'toTicket' : 'toTask')}
      send={t(of === 'ticket' ? 'toTicket' : 'toTask')}
      path={`${room.path}/${roomId}/messages/${message.id}/${of}`}
      body={body}
      told={({ code }) => t('made', { code })}
      onFaults={setFaults}
      onClose={onClose}
      className={gridClass()}
    >
      <Field label={t(`${of}:fields.title`)} required error={faults.title}>
        <TextInput value={title} maxLength={MOST_LETTERS} onChange={event => setTitle(event.target.value)} />
      </Field>
      <Field label={t(`${of}:fields.${field}`)}>
        <Combobox load={of === 'ticket' ? types : people} value={chosen} onChange={setChosen} />
      </Field>
    </CommandDialog>
  );
}
