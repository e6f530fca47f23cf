import { room } from '@lobby/shared/modules/room.ts';
import { roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { DrawerSkeleton } from '../../kit/ui/detail/drawer/DrawerSkeleton.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { card, cells, folded, unread } from './rows.tsx';
import { SearchPart } from './search/SearchPart.tsx';

const RoomDrawer = lazyPart(async () => (await import('./talk/RoomDrawer.tsx')).RoomDrawer, DrawerSkeleton);
const NewRoom = lazyPart(async () => (await import('./NewRoom.tsx')).NewRoom, DialogSkeleton);

const WIDTHS = {
  title: 200,
  unitId: 84,
  writerId: 180,
  lastText: 300,
  waitingSince: 110,
  status: 104,
  lastMessageAt: 150,
};

/** Rooms, message search, and topics for users who configure them. */
export function Component() {
  const { t } = useTranslation(['room', 'room-topic']);
  const setsUp = useCan(room.code, 'updateInfo');
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'rooms', label: t('parts.rooms'), content: <Rooms /> },
        { value: 'search', label: t('search.all'), content: <SearchPart /> },
        ...(setsUp
          ? [{ value: 'topics', label: t('room-topic:plural'), content: <RecordsPage definition={roomTopic} /> }]
          : []),
      ]}
    />
  );
}

/** Rooms, unanswered ones first, with the open room beside. */
function Rooms() {
  const { t } = useTranslation('room');
  const mayWrite = useCan(room.code, 'write');
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        widths={WIDTHS}
        definition={room}
        cells={cells}
        folded={folded}
        card={card}
        unread={unread}
        onCreate={mayWrite ? () => setCreating(true) : undefined}
        createLabel={t('actions.create')}
        drawer={(id, nav) => <RoomDrawer id={id} nav={nav} />}
      />
      {creating && <NewRoom onClose={() => setCreating(false)} />}
    </>
  );
}
