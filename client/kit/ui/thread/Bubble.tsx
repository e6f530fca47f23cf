import { CheckCheck, CornerUpLeft, Ellipsis, Lock, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import { numberedIn } from '../../records/definitions.ts';
import { IconButton } from '../controls/Button.tsx';
import { RefLink } from '../form/RefLink.tsx';
import { Menu, type MenuItem } from '../overlay/Menu.tsx';
import type { Message } from './conversation.ts';
import { Papers, Pictures, WithNames } from './MessageView.tsx';

const bubbleClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  maxW: 'min(86%, 560px)',
  w: 'fit-content',
  my: '2',
  columnGap: '1',
  '&[data-mine]': { ms: 'auto' },
  '& > div': {
    minW: '0',
    px: '3',
    py: '2',
    borderRadius: 'lg',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
  },
  '&[data-mine] > div': { bg: 'accent.subtle', borderColor: 'accent.muted' },
  '&[data-private] > div': { bg: 'bg.subtle', borderStyle: 'dashed', borderColor: 'border.control' },
  '& p': { m: '0', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& > small': {
    gridColumn: '1',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    mt: '1',
    textStyle: 'xs',
    color: 'fg.muted',
  },
  '&[data-mine] > small': { justifyContent: 'flex-end' },
  '& small svg': { w: '3', h: '3' },
  '& > [data-acts]': { alignSelf: 'center', opacity: '0' },
  '&:is(:hover, :focus-within) > [data-acts]': { opacity: '1' },
  '@media (hover: none)': { '& > [data-acts]': { opacity: '1' } },
});
const quoteClass = styleClass({
  display: 'block',
  mb: '1.5',
  ps: '2',
  borderInlineStartWidth: '2px',
  borderColor: 'accent.solid',
  textStyle: 'xs',
  color: 'fg.muted',
  lineClamp: '2',
  overflowWrap: 'anywhere',
});
const goneClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  color: 'fg.muted',
  fontStyle: 'italic',
});

interface BubbleProps {
  message: Message;
  /** The message it replies to, if loaded. */
  quoted: Message | undefined;
  /** Whether it is the last of ours that the other side has read. */
  seen: boolean;
  acts: readonly MenuItem[];
}

/** A chat message: residents at the left, management at the right, internal notes in another shape. */
export function Bubble({ message, quoted, seen, acts }: BubbleProps) {
  const { t } = useTranslation(['thread', 'kit']);
  const { time, dateTime } = useFormats();
  const { author, at, content, withdrawnAt, link } = message;
  const mine = author.kind !== 'resident';
  return (
    <article
      className={bubbleClass()}
      data-mine={mine ? '' : undefined}
      data-private={message.private ? '' : undefined}
      data-message={message.id}
    >
      <div>
        {quoted && (
          <span className={quoteClass()}>
            <CornerUpLeft size={12} aria-hidden /> {quoted.withdrawnAt ? t('withdrawn') : quoted.content}
          </span>
        )}
        {withdrawnAt ? (
          <p className={goneClass()}>
            <Undo2 size={14} aria-hidden /> {t('withdrawn')}
          </p>
        ) : (
          <>
            {content && (
              <p>
                <WithNames content={content} names={message.mentions ?? []} />
              </p>
            )}
            {link && <LinkCard link={link} />}
            <Pictures files={message.images} />
            <Papers files={message.attachments} />
          </>
        )}
      </div>
      {acts.length > 0 && !withdrawnAt && (
        <span data-acts="">
          <Menu
            trigger={<IconButton size="sm" icon={Ellipsis} label={t('messageActs')} />}
            sections={[{ key: 'acts', items: acts }]}
            placement="bottom-end"
          />
        </span>
      )}
      <small>
        {message.private && (
          <>
            <Lock aria-hidden /> {t('private')} ·
          </>
        )}
        <span className="cut">{author.kind === 'system' ? t('kit:activity.system') : author.name}</span>
        <time dateTime={at} title={dateTime(at)}>
          {time(at)}
        </time>
        {seen && (
          <>
            <CheckCheck aria-hidden /> {t('seen')}
          </>
        )}
      </small>
    </article>
  );
}

/** The record created from the message: a request or a task. */
function LinkCard({ link }: { link: NonNullable<Message['link']> }) {
  const target = numberedIn(link.module);
  const words = (
    <>
      <strong>{link.code}</strong> {link.title}
    </>
  );
  return target ? (
    <RefLink to={target} id={link.id}>
      {words}
    </RefLink>
  ) : (
    <span>{words}</span>
  );
}
