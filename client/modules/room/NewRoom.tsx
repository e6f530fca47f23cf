import { room } from '@lobby/shared/modules/room.ts';
import { ROOM_TYPES } from '@lobby/shared/modules/room-topic.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useRefRow } from '../../kit/refs/refs.ts';
import { Combobox } from '../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../kit/ui/controls/TextArea.tsx';
import { useRefLoad } from '../../kit/ui/form/inputs/choices/ref-options.ts';
import { CommandDialog } from '../../kit/ui/overlay/CommandDialog.tsx';
import { useFaults } from '../../kit/ui/states/useFaults.ts';
import { styleClass } from '../../theme/classes.ts';

const gridClass = styleClass({ display: 'grid', gap: '4', mt: '3' });

/** Writes to a unit, in its open room on the topic or in a new one. */
export function NewRoom({ unitId: from = '', onClose }: { unitId?: string; onClose: () => void }) {
  const { t } = useTranslation(['room', 'errors', 'thread']);
  const navigate = useNavigate();
  const { idUnitGroup = '' } = useParams();
  const load = useRefLoad('unit');
  const [unitId, setUnitId] = useState(from);
  const [roomType, setRoomType] = useState<string>('MANAGEMENT');
  const [content, setContent] = useState('');
  const [faults, setFaults] = useFaults<string>({ unitId, content });
  const unit = useRefRow('unit', unitId);
  function body() {
    const wrong = {
      ...(!unitId && { unitId: t('errors:REQUIRED') }),
      ...(!content.trim() && { content: t('errors:REQUIRED') }),
    };
    setFaults(wrong);
    return Object.keys(wrong).length > 0 ? null : { unitId, roomType, content: content.trim() };
  }
  return (
    <CommandDialog<{ id: string }>
      title={t('actions.create')}
      send={t('thread:send')}
      path={`${room.path}/create`}
      body={body}
      told={({ id }) => {
        void navigate(`/projects/${idUnitGroup}/${room.route}?tab=all&id=${id}`);
        return t('opened');
      }}
      onFaults={setFaults}
      onClose={onClose}
      className={gridClass()}
    >
      <Field label={t('fields.unitId')} required error={faults.unitId}>
        <Combobox
          load={load}
          value={unitId ? { value: unitId, label: unit?.name ?? '…' } : null}
          onChange={option => setUnitId(option?.value ?? '')}
        />
      </Field>
      <Field label={t('fields.roomType')}>
        <Select
          value={roomType}
          choices={ROOM_TYPES.map(value => ({ value, label: t(`options.roomType.${value}`) }))}
          onChange={event => setRoomType(event.target.value)}
        />
      </Field>
      <Field label={t('first')} required error={faults.content}>
        <TextArea rows={4} maxLength={5000} value={content} onChange={event => setContent(event.target.value)} />
      </Field>
    </CommandDialog>
  );
}
