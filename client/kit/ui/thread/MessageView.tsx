import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { EyeOff, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { now } from '../../http/clock.ts';
import { useFormats } from '../../i18n/formats.ts';
import { Avatar } from '../marks/Avatar.tsx';
import type { Message } from './conversation.ts';

const messageClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '28px 1fr',
  columnGap: '3',
  py: '2.5',
  '&[data-private]': {
    my: '2',
    px: '3',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.control',
    borderRadius: 'md',
  },
  '& header': { display: 'flex', alignItems: 'baseline', gap: '2', minW: '0' },
  '& header strong': { fontWeight: 'semibold' },
  '& small': { textStyle: 'xs', color: 'fg.subtle', whiteSpace: 'nowrap' },
  '& time': { ms: 'auto', textStyle: 'xs', color: 'fg.subtle', whiteSpace: 'nowrap' },
  '& p': { mt: '1', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

const noteHeadClass = styleClass({
  gridColumn: '1 / -1',
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  mb: '1.5',
  textStyle: 'xs',
  color: 'fg.muted',
  '& svg': { w: '3', h: '3' },
  '& strong': { fontWeight: 'medium' },
});

/** A message with its author; internal notes have another shape. `hidden`: the current household does not see it. */
export function MessageView({ message, hidden = false }: { message: Message; hidden?: boolean }) {
  const { t } = useTranslation(['thread', 'kit']);
  const { when, dateTime } = useFormats();
  const { author, at, content } = message;
  const time = (
    <time dateTime={at} title={dateTime(at)}>
      {when(at, now())}
    </time>
  );
  if (message.private) {
    return (
      <article className={messageClass()} data-private="">
        <div className={noteHeadClass()}>
          <Lock />
          <strong>{t('private')}</strong>
          <small>{t('staffOnly')}</small>
          {time}
        </div>
        <Avatar person={author} size={28} named />
        <div style={{ minWidth: 0 }}>
          <header>
            <strong className="cut">{author.name}</strong>
          </header>
          {content && (
            <p>
              <WithNames content={content} names={message.mentions ?? []} />
            </p>
          )}
          <Pictures files={message.images} />
        </div>
      </article>
    );
  }
  return (
    <article className={messageClass()}>
      <Avatar person={author} size={28} named />
      <div style={{ minWidth: 0 }}>
        <header>
          <strong className="cut">{author.kind === 'system' ? t('kit:activity.system') : author.name}</strong>
          <small>{t(author.kind)}</small>
          {time}
        </header>
        {hidden && <HiddenNow />}
        {content && <p>{content}</p>}
        <Pictures files={message.images} />
        <Papers files={message.attachments} />
      </div>
    </article>
  );
}

const hiddenClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  '& svg': { flex: 'none', w: '3', h: '3', color: 'fg.subtle' },
});

/** Notes that the current household does not see the message. */
function HiddenNow() {
  const { t } = useTranslation('thread');
  return (
    <div className={hiddenClass()}>
      <EyeOff />
      <small>{t('hiddenNow')}</small>
    </div>
  );
}

/** A text with highlighted names of mentioned people. */
export function WithNames({ content, names }: { content: string; names: readonly { id: string; name: string }[] }) {
  const first = names.map(({ name }) => ({ name, at: content.indexOf(`@${name}`) })).filter(({ at }) => at >= 0);
  const [next] = first.toSorted((a, b) => a.at - b.at || b.name.length - a.name.length);
  if (!next) return content;
  const end = next.at + next.name.length + 1;
  return (
    <>
      {content.slice(0, next.at)}
      <strong>@{next.name}</strong>
      <WithNames content={content.slice(end)} names={names} />
    </>
  );
}

const picturesClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  mt: '2',
  '& img': { w: '92px', h: '70px', objectFit: 'cover', borderRadius: 'md', borderWidth: '1px', borderColor: 'border' },
});

const papersClass = styleClass({
  display: 'grid',
  gap: '1',
  mt: '2',
  justifyItems: 'start',
  '& a': { color: 'accent.fg' },
});

/** Files other than pictures, by name. */
export function Papers({ files }: { files: readonly FileInfo[] }) {
  if (files.length === 0) return null;
  return (
    <div className={papersClass()}>
      {files.map(file => (
        <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
          <bdi>{file.name}</bdi>
        </a>
      ))}
    </div>
  );
}

/** Thumbnails that open in full. */
export function Pictures({ files }: { files: readonly FileInfo[] }) {
  if (files.length === 0) return null;
  return (
    <div className={picturesClass()}>
      {files.map(file => (
        <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
          <img src={file.thumbUrl ?? file.url} alt={file.name} loading="lazy" />
        </a>
      ))}
    </div>
  );
}
