import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import type { Activity } from '../detail/activity/useActivities.ts';
import type { MenuItem } from '../overlay/Menu.tsx';
import { Bubble } from './Bubble.tsx';
import type { Message } from './conversation.ts';
import { ThreadEvent } from './ThreadEvent.tsx';

const lineClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  my: '3',
  textStyle: 'xs',
  color: 'fg.muted',
  _before: { content: '""', flex: '1', borderTopWidth: '1px', borderColor: 'border' },
  _after: { content: '""', flex: '1', borderTopWidth: '1px', borderColor: 'border' },
  '&[data-unread]': { color: 'accent.fg', '&::before, &::after': { borderColor: 'accent.solid' } },
});

/** Chat settings of the reader. */
export interface Chat {
  /** First message unread when the reader came; null if none was. */
  unreadFrom: string | null;
  unread: number;
  /** Last message read by the other side. */
  seenUpTo: string | null;
  /** Menu of a message. */
  acts: (message: Message) => readonly MenuItem[];
}

interface ChatLinesProps {
  definition: Definition;
  lines: readonly (Message | Activity)[];
  chat: Chat;
}

/** Lines of a chat: day separators, the beginning of unread messages, and acts in grey. */
export function ChatLines({ definition, lines, chat }: ChatLinesProps) {
  const { t } = useTranslation('thread');
  const { date } = useFormats();
  const messages = lines.filter(line => 'author' in line);
  const byId = new Map(messages.map(message => [message.id, message]));
  const { seenUpTo, unreadFrom, unread } = chat;
  const seen = messages.findLast(
    message => message.author.kind === 'staff' && !message.private && seenUpTo !== null && message.id <= seenUpTo,
  );
  const mark = useRef<HTMLDivElement>(null);
  const isThere = unreadFrom !== null && byId.has(unreadFrom);
  useEffect(() => {
    // Scrolls only the log, not the surrounding screen.
    const log = isThere ? mark.current?.parentElement : null;
    if (log && mark.current) log.scrollTop = Math.max(0, mark.current.offsetTop - log.offsetTop - 40);
  }, [isThere]);
  return lines.map((line, n) => {
    const before = lines[n - 1];
    const day = date(line.at);
    return (
      <Fragment key={line.id}>
        {(!before || date(before.at) !== day) && <div className={lineClass()}>{day}</div>}
        {line.id === unreadFrom && (
          <div ref={mark} className={lineClass()} data-unread="">
            {t('unreadCount', { count: unread })}
          </div>
        )}
        {'author' in line ? (
          <Bubble
            message={line}
            quoted={line.replyToId ? byId.get(line.replyToId) : undefined}
            seen={line === seen}
            acts={chat.acts(line)}
          />
        ) : (
          <ThreadEvent definition={definition} event={line} />
        )}
      </Fragment>
    );
  });
}
