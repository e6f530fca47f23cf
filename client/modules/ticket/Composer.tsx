import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { FileText, ImagePlus, Lock, Send, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../kit/api.ts';
import { Button, IconButton } from '../../kit/ui/Button.tsx';
import { CannedList } from './CannedList.tsx';
import { fillIn, findReplies, slashOf, useCannedReplies } from './canned.ts';
import { barClass, boxClass, footClass } from './composer-look.ts';
import { usePictures } from './pictures.ts';
import { useReplyDraft, type Written } from './reply-draft.ts';

interface ComposerProps {
  scope: Scope;
  ticketId: string;
  typeId: string | null;
  /** The request is closed: only notes among staff. */
  privateOnly: boolean;
  /** Values for the variables of canned replies. */
  values: Readonly<Record<string, string | undefined>>;
  onSend: (written: Written & { images: readonly FileInfo[] }) => void;
  onTyping: () => void;
}

/** Where staff write to the resident or to each other; the draft survives a reload, and `/` opens canned replies. */
export function Composer({ scope, ticketId, typeId, privateOnly, values, onSend, onTyping }: ComposerProps) {
  const { t } = useTranslation(['ticket', 'kit']);
  const [kept, setDraft, saved] = useReplyDraft(scope, ticketId);
  const draft = privateOnly ? { ...kept, private: true } : kept;
  const replies = useCannedReplies(scope, typeId);
  const pictures = usePictures(scope);
  const [chosen, setChosen] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const slash = draft.private ? null : slashOf(draft.content);
  const found = slash ? findReplies(replies, slash.typed) : [];
  const at = Math.min(chosen, found.length - 1);
  const empty = !draft.content.trim();

  const send = () => {
    if (empty || pictures.busy) return;
    onSend({ ...draft, content: draft.content.trim(), images: pictures.files });
    setDraft({ content: '', private: draft.private });
    pictures.clear();
  };
  const use = (index: number) => {
    const reply = found[index];
    if (slash && reply) setDraft({ ...draft, content: slash.before + fillIn(reply.content, values) });
    setChosen(0);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While letters are being composed (Vietnamese, Japanese …) keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = found.length > 0 ? { ArrowDown: 1, ArrowUp: found.length - 1 }[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at + step) % found.length);
    } else if (event.key === 'Escape' && slash && found.length > 0) {
      event.stopPropagation();
      setDraft({ ...draft, content: slash.before });
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (found.length > 0) use(at);
      else send();
    }
  };

  return (
    <div className={boxClass()} data-private={draft.private ? '' : undefined}>
      <CannedList id={listId} replies={found} chosen={at} onUse={use} values={values} />
      <div className={barClass()} role="radiogroup" aria-label={t('conversation.tab')}>
        {(privateOnly ? [true] : [false, true]).map(hidden => (
          // biome-ignore lint/a11y/useSemanticElements: two words that say where the text goes, in the place of tabs
          <button
            key={String(hidden)}
            type="button"
            role="radio"
            aria-checked={draft.private === hidden}
            onClick={() => setDraft({ ...draft, private: hidden })}
          >
            {hidden && <Lock />}
            {t(hidden ? 'conversation.private' : 'conversation.reply')}
          </button>
        ))}
        {saved && !empty && <small>{t('conversation.draftSaved')}</small>}
      </div>
      <textarea
        ref={area}
        rows={2}
        value={draft.content}
        maxLength={5000}
        aria-label={t(draft.private ? 'conversation.private' : 'conversation.reply')}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={found[at] ? `${listId}-${found[at].id}` : undefined}
        placeholder={t(draft.private ? 'conversation.noteHere' : 'conversation.replyHere')}
        onChange={event => {
          setDraft({ ...draft, content: event.target.value });
          onTyping();
        }}
        onKeyDown={onKeyDown}
        onPaste={pictures.paste}
      />
      {pictures.files.length > 0 && (
        <div className={footClass()}>
          {pictures.files.map(file => (
            <IconButton
              key={file.id}
              size="sm"
              icon={X}
              label={t('kit:form.removeFile', { name: file.name })}
              onClick={() => pictures.drop(file.id)}
            />
          ))}
          <small style={{ marginInlineStart: 0 }}>{pictures.files.map(file => file.name).join(', ')}</small>
        </div>
      )}
      <div className={footClass()}>
        <IconButton
          size="sm"
          icon={ImagePlus}
          label={t('conversation.addPicture')}
          onClick={pictures.pick}
          disabled={pictures.busy}
        />
        {!draft.private && (
          <IconButton
            size="sm"
            icon={FileText}
            label={t('conversation.canned')}
            onClick={() => {
              // On a line of its own: what is written stays.
              if (!slash) setDraft({ ...draft, content: empty ? '/' : `${draft.content.trimEnd()}\n/` });
              area.current?.focus();
            }}
          />
        )}
        <small data-keys="">{t('conversation.newLine')}</small>
        <Button size="sm" icon={Send} busy={pictures.busy} aria-disabled={empty} onClick={send}>
          {t('conversation.send')}
        </Button>
      </div>
    </div>
  );
}
