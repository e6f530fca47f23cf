import { useTranslation } from 'react-i18next';
import { RefLink } from '../form/RefLink.tsx';

/** Says of a record that it was made of a message of a conversation, and leads back to it. */
export function FromMessage({ roomId, messageId }: { roomId?: string | null; messageId?: string | null }) {
  const { t } = useTranslation('thread');
  if (!roomId) return null;
  return (
    <RefLink to="room" id={roomId} at={messageId ? { tab: 'all', messageId } : { tab: 'all' }}>
      {t('fromMessage')}
    </RefLink>
  );
}
