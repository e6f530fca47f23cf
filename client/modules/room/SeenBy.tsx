import { room } from '@lobby/shared/modules/room.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onSaid } from '../../kit/live/live.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { styleClass } from '../../theme/classes.ts';

const seenClass = styleClass({ flex: 'none', px: '5', pb: '1', textStyle: 'xs', color: 'fg.muted' });

interface Reading {
  roomId: string;
  readers: { id: string; name: string }[];
}

/** Who else has read the conversation, live. */
export function SeenBy({ id }: { id: string }) {
  const { t } = useTranslation('room');
  const { data, again } = useQuery<Reading[]>(`${room.path}/read-status`, { query: { roomIds: [id] } });
  useEffect(() => onSaid<{ roomId: string }>('room', ({ roomId }) => roomId === id && void again()), [id, again]);
  const names = (data?.[0]?.readers ?? []).map(({ name }) => name).filter(Boolean);
  return names.length > 0 ? <p className={seenClass()}>{t('readBy', { names: names.join(', ') })}</p> : null;
}
