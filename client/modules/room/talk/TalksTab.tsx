import { room } from '@lobby/shared/modules/room.ts';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { now } from '../../../kit/http/clock.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { AddRelated } from '../../../kit/ui/detail/related/AddRelated.tsx';
import { Line, RelatedRecords } from '../../../kit/ui/detail/related/RelatedRecords.tsx';
import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import { DialogSkeleton } from '../../../kit/ui/overlay/DialogSkeleton.tsx';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';
import { State } from '../rows.tsx';

const NewRoom = lazyPart(async () => (await import('../NewRoom.tsx')).NewRoom, DialogSkeleton);

const MOST = 50;

/** Rooms of a unit by topic. */
export function TalksTab({ id }: { id: string }) {
  const { t } = useTranslation('room');
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(room, 'unitId', id, MOST);
  const to = `/projects/${idUnitGroup}/${room.route}?tab=all`;
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={MessagesSquare}
      none={t('related.none')}
      all={{ to: `${to}&unitId=${id}`, label: t('related.all') }}
      add={<AddRelated definition={room}>{onClose => <NewRoom unitId={id} onClose={onClose} />}</AddRelated>}
    >
      {rowId => <Room key={rowId} id={rowId} to={`${to}&id=${rowId}`} />}
    </RelatedRecords>
  );
}

function Room({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('room');
  const { when } = useFormats();
  const row = useHeldRow(room, id);
  const { roomType, lastText, lastMessageAt } = row;
  const topic = roomType && t(`options.roomType.${roomType}`);
  return (
    <Line
      to={to}
      title={lastText ?? topic ?? ''}
      note={[topic, lastMessageAt && when(lastMessageAt, now())].filter(Boolean).join(' · ')}
      after={<State row={row} />}
    />
  );
}
