import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/formats.ts';
import { Avatar } from '../../kit/ui/Avatar.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Message } from './conversation.ts';

const messageClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '28px 1fr',
  columnGap: '3',
  py: '2.5',
  '&[data-private]': {
    gridTemplateColumns: '20px 1fr',
    columnGap: '2',
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

/** One message: flat, with its author; a private note is told apart by its shape. */
export function MessageView({ message }: { message: Message }) {
  const { t } = useTranslation(['ticket', 'kit']);
  const { when, dateTime } = useFormats();
  const { author, at, content } = message;
  const time = (
    <time dateTime={at} title={dateTime(at)}>
      {when(at, Date.now())}
    </time>
  );
  if (message.private) {
    return (
      <article className={messageClass()} data-private="">
        <div className={noteHeadClass()}>
          <Lock />
          <strong>{t('conversation.private')}</strong>
          <small>{t('conversation.staffOnly')}</small>
          {time}
        </div>
        <Avatar person={author} size={20} />
        <div style={{ minWidth: 0 }}>
          <p style={{ margin: 0 }}>{content}</p>
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
          <small>{t(`conversation.${author.kind}`)}</small>
          {time}
        </header>
        <p>{content}</p>
        <Pictures files={message.images} />
      </div>
    </article>
  );
}

const picturesClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  mt: '2',
  '& img': { w: '92px', h: '70px', objectFit: 'cover', borderRadius: 'md', borderWidth: '1px', borderColor: 'border' },
});

/** Small pictures that open in full. */
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
