import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import type { Message } from '../../../kit/ui/thread/conversation.ts';
import { styleClass } from '../../../theme/classes.ts';

const listClass = styleClass({
  listStyle: 'none',
  m: '0',
  p: '0',
  '& button': {
    display: 'grid',
    gap: '0.5',
    w: 'full',
    px: '4',
    py: '2',
    textAlign: 'start',
    borderBottomWidth: '1px',
    borderColor: 'border',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { bg: 'bg.muted' },
  },
  '& small': { display: 'flex', gap: '2', textStyle: 'xs', color: 'fg.muted' },
  '& small > :first-child': { fontWeight: 'semibold', color: 'fg' },
  '& button > span': { textStyle: 'sm', overflowWrap: 'anywhere', lineClamp: '2' },
});
const noneClass = styleClass({ p: '4', textStyle: 'sm', color: 'fg.muted' });

/** A message found by search. */
export interface Found extends Message {
  roomId: string;
}

interface FoundMessagesProps {
  /** Search route of one room or of all rooms. */
  path: string;
  /** At least two characters. */
  q: string;
  /** Shows the room of each message. */
  rooms?: boolean;
  onChoose: (message: Found) => void;
}

/** Messages that match, newest first. */
export function FoundMessages({ path, q, rooms, onChoose }: FoundMessagesProps) {
  const { t } = useTranslation(['room', 'kit']);
  const { dateTime } = useFormats();
  const { data, error } = useQuery<Found[]>(path, { query: { q, limit: 50 } });
  if (error) return <p className={noneClass()}>{error.message}</p>;
  if (!data) return <p className={noneClass()}>{t('search.looking')}</p>;
  if (data.length === 0) return <p className={noneClass()}>{t('search.nothing')}</p>;
  return (
    <ul className={listClass()}>
      {[...data]
        .sort((a, b) => b.at.localeCompare(a.at))
        .map(message => (
          <li key={message.id}>
            <button type="button" onClick={() => onChoose(message)}>
              <small>
                {rooms && (
                  <span>
                    <RefName to="room" id={message.roomId} />
                  </span>
                )}
                <span>{message.author.name}</span>
                <time dateTime={message.at}>{dateTime(message.at)}</time>
              </small>
              <span>{message.content}</span>
            </button>
          </li>
        ))}
    </ul>
  );
}
