import { useTranslation } from 'react-i18next';
import { RefLink } from '../form/RefLink.tsx';

/** Link from a record to the message it was created from. */
export function FromMessage({ roomId, messageId }: { roomId?: string | null; messageId?: string | null }) {
  const { t } = useTranslation('thread');
  if (!roomId) return null;
  return (
    <RefLink to="room" id={roomId} at={messageId ? { tab: 'all', messageId } : { tab: 'all' }}>
      {t('fromMessage')}
    </RefLink>
  );
}
