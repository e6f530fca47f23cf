import type { TicketRow } from '@lobby/shared/modules/ticket.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onSent, useOutgoing } from '../../kit/outbox.ts';
import { usePresent } from '../../kit/presence.ts';
import { scopeAtom } from '../../kit/session.ts';
import { ErrorState } from '../../kit/ui/Blank.tsx';
import { Button } from '../../kit/ui/Button.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { styleClass } from '../../theme/classes.ts';
import { isMessage, messagesPath, useConversation } from './conversation.ts';
import { MessageView } from './MessageView.tsx';
import { Opening } from './Opening.tsx';
import { Outgoing } from './Outgoing.tsx';

const logClass = styleClass({ flex: '1', minH: '0', overflow: 'auto', overflowAnchor: 'none', px: '5', py: '2' });
const typingClass = styleClass({ flex: 'none', h: '6', px: '5', textStyle: 'xs', color: 'fg.muted' });

/** The conversation of a request: what was asked first, the newest last, then what waits to be sent. */
export function Conversation({ id, row }: { id: string; row: Partial<TicketRow> }) {
  const { t } = useTranslation('ticket');
  const scope = useAtomValue(scopeAtom);
  const talk = useConversation(scope, id);
  const path = messagesPath(id);
  const waiting = useOutgoing(path);
  const typing = usePresent('HELP_DESK', id).filter(one => one.mode === 'typing');
  const log = useRef<HTMLDivElement>(null);
  const { take } = talk;
  useEffect(() => onSent(path, message => isMessage(message) && take(message)), [path, take]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is what brings the end into view
  useLayoutEffect(() => {
    // The box itself: scrolling an element into view would move what is around the drawer too.
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [talk.messages.at(-1)?.id, waiting.length]);
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: older ones come above what is being read, which stays where it is
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop += log.current.scrollHeight - height.current;
  }, [talk.messages[0]?.id]);
  useLayoutEffect(() => {
    height.current = log.current?.scrollHeight ?? 0;
  });
  const older = () => talk.older().catch(() => toast({ tone: 'bad', title: t('conversation.unread') }));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div ref={log} className={logClass()} role="log" aria-label={t('conversation.tab')} tabIndex={0}>
        <Opening row={row} />
        {talk.phase === 'failed' && <ErrorState title={t('conversation.unread')} onRetry={talk.reload} />}
        {talk.more && (
          <Button look="ghost" size="sm" onClick={older}>
            {t('conversation.older')}
          </Button>
        )}
        {talk.messages.map(message => (
          <MessageView key={message.id} message={message} />
        ))}
        {waiting.map(one => (
          <Outgoing key={one.key} path={path} waiting={one} />
        ))}
      </div>
      <div className={typingClass()} aria-live="polite">
        {typing.length > 0 && t('conversation.typing', { name: typing.map(one => one.name).join(', ') })}
      </div>
    </>
  );
}
