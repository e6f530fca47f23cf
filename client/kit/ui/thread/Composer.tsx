import { isolated } from '@lobby/shared/kit/clean-text.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { useAtomValue } from 'jotai';
import { AtSign, FileText, Lock, Paperclip, Send, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scopeAtom } from '../../session/session.ts';
import { Button, IconButton } from '../controls/Button.tsx';
import { useShortcuts } from '../keyboard.ts';
import { useAttached } from './attached.ts';
import { CannedList } from './CannedList.tsx';
import { fillIn, findReplies, slashOf, slashWord, useCannedReplies } from './canned.ts';
import { barClass, boxClass, footClass } from './composer-look.ts';
import { type Message, messagesPath } from './conversation.ts';
import { atOf, useColleagues } from './mentions.ts';
import { type About, aboutOf, changeOf, useReplyDraft } from './reply-draft.ts';
import { type Finish, useReturned, useSending } from './sending.ts';

/** Maximum length of a message; longer pasted text is kept but not sent. */
const MOST_LETTERS = 5000;

interface ComposerProps {
  definition: Definition;
  /** Name of the drafts, and id of the record. */
  form: string;
  id: string;
  /** URL of canned replies, and the type they are filtered by. */
  canned?: string;
  typeId: string | null;
  /** The record is closed: internal notes only. */
  privateOnly: boolean;
  /** The current record, once loaded, and its final statuses. */
  row?: Partial<About>;
  ended?: readonly string[];
  /** Maximum size in MB of each file, where that is less than all of them may have together. */
  fileMegabytes?: number;
  /** Values for variables in canned replies. */
  values: Readonly<Record<string, string | undefined>>;
  /** An act that can be done along with the reply, in words. */
  finish?: (Finish & { said: string }) | undefined;
  /** The quoted message; reset after sending. */
  quoted?: Message | null;
  onQuote?: (message: Message | null) => void;
  onTyping: () => void;
}

/**
 * Input for replies to the resident and internal notes. The draft survives a reload; `/` opens canned replies, `@` in a note
 * colleagues.
 */
export function Composer(props: ComposerProps) {
  const { definition, form, id, canned = null, typeId, privateOnly, values, finish, quoted, onQuote, onTyping } = props;
  const about = aboutOf(props.row);
  const { t } = useTranslation(['thread', 'kit']);
  const scope = useAtomValue(scopeAtom);
  const [stored, write, saved] = useReplyDraft(scope, form, id, about);
  const isWritten = stored.content.trim() !== '' || stored.files.length > 0;
  // The record was closed while a reply to the resident was being written: its author decides whether it becomes an internal
  // note.
  const turned = privateOnly && isWritten && !stored.private;
  const changed = isWritten && !stored.private ? changeOf(stored.about, about, props.ended) : null;
  const draft = privateOnly && !turned ? { ...stored, private: true } : stored;
  const over = draft.content.length - MOST_LETTERS;
  const replies = useCannedReplies(scope, canned, typeId);
  const attached = useAttached(scope, draft.files, next => write(before => ({ files: next(before.files) })), {
    max: UPLOAD_LIMIT.files,
    ...(props.fileMegabytes && { each: props.fileMegabytes }),
  });
  const path = messagesPath(definition, id);
  const sending = useSending(path, scope, write);
  useReturned(path, draft, write);
  const [chosen, setChosen] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const slash = draft.private ? null : slashOf(draft.content);
  const called = draft.private ? atOf(draft.content) : null;
  const colleagues = useColleagues(scope, definition.code, called?.typed ?? (called ? '' : null));
  const matches = slash ? findReplies(replies, slash.typed) : colleagues;
  const at = Math.min(chosen, matches.length - 1);
  const wordless = !draft.content.trim();
  const empty = wordless && draft.files.length === 0;
  const word = draft.private ? null : slashWord(draft.content);
  const stuck = word !== null || attached.busy || turned || over > 0;
  const stays = stuck || changed !== null;
  useShortcuts('detail', { reply: () => area.current?.focus() });

  const submit = (along?: Finish, of: About | undefined = draft.about) => {
    if (stuck || (changed && of !== about)) return;
    // A second Enter sends a held-back message at once.
    if (empty) return sending.now();
    sending.send(of ? { ...draft, about: of } : draft, along, quoted?.id);
    onQuote?.(null);
    write({ content: '', files: [], mentions: {}, private: draft.private });
    // Moves the focus out, because the next key concerns the record or the next one.
    if (along) area.current?.blur();
  };
  const use = (index: number) => {
    const reply = matches[index];
    if (called && reply)
      write({
        content: `${called.before}@${reply.name} `,
        mentions: { ...draft.mentions, [reply.id]: reply.name },
      });
    else if (slash && reply) write({ content: slash.before + fillIn(reply.content, values) });
    setChosen(0);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During an IME composition keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = matches.length > 0 ? { ArrowDown: 1, ArrowUp: matches.length - 1 }[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at + step) % matches.length);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (slash && matches.length > 0) write({ content: slash.before });
      else area.current?.blur();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!empty) submit(finish);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (matches.length > 0) use(at);
      else submit();
    }
  };

  return (
    <div className={boxClass()} data-private={draft.private ? '' : undefined}>
      <CannedList
        id={listId}
        replies={matches}
        chosen={at}
        onUse={use}
        values={values}
        label={t(called ? 'mention' : 'canned')}
      />
      <div className={barClass()} role="radiogroup" aria-label={t('tab')}>
        {(privateOnly ? [true] : [false, true]).map(hidden => (
          // biome-ignore lint/a11y/useSemanticElements: two words that say where the text goes, in the place of tabs
          <button
            key={String(hidden)}
            type="button"
            role="radio"
            aria-checked={draft.private === hidden}
            onClick={() => write({ private: hidden })}
          >
            {hidden && <Lock />}
            {t(hidden ? 'private' : 'reply')}
          </button>
        ))}
        {saved && !empty && <small>{t('draftSaved')}</small>}
      </div>
      {quoted && (
        <div className={footClass()}>
          <IconButton size="sm" icon={X} label={t('unquote')} onClick={() => onQuote?.(null)} />
          <small style={{ marginInlineStart: 0 }} className="cut">
            {t('answers', { words: quoted.content || t('thread:withFiles') })}
          </small>
        </div>
      )}
      {turned && <p role="alert">{t('closedMeanwhile', { note: t('private') })}</p>}
      {changed && !turned && (
        <>
          <p role="alert">{t(changed, { note: t('private') })}</p>
          <div className={footClass()}>
            <Button size="sm" aria-disabled={stuck} onClick={() => submit(undefined, about)}>
              {t('sendAnyway')}
            </Button>
          </div>
        </>
      )}
      {over > 0 && <p role="alert">{t('tooLong', { count: over })}</p>}
      <textarea
        ref={area}
        rows={2}
        value={draft.content}
        aria-label={t(draft.private ? 'private' : 'reply')}
        aria-controls={matches.length > 0 ? listId : undefined}
        aria-activedescendant={matches[at] ? `${listId}-${matches[at].id}` : undefined}
        placeholder={t(draft.private ? 'noteHere' : 'replyHere')}
        onChange={event => {
          write({ content: event.target.value, ...(privateOnly && !turned && { private: true }) });
          // Residents are not told about the typing of internal notes.
          if (!draft.private || privateOnly) onTyping();
        }}
        onKeyDown={onKeyDown}
        onPaste={attached.paste}
      />
      {draft.files.length > 0 && (
        <div className={footClass()}>
          {draft.files.map(file => (
            <IconButton
              key={file.id}
              size="sm"
              icon={X}
              label={t('kit:form.removeFile', { name: isolated(file.name) })}
              onClick={() => attached.drop(file.id)}
            />
          ))}
          <small style={{ marginInlineStart: 0 }}>{draft.files.map(file => isolated(file.name)).join(', ')}</small>
        </div>
      )}
      <div className={footClass()}>
        <IconButton size="sm" icon={Paperclip} label={t('addFile')} onClick={attached.pick} disabled={attached.busy} />
        {draft.private && (
          <IconButton
            size="sm"
            icon={AtSign}
            label={t('mention')}
            onClick={() => {
              if (!called) write({ content: wordless ? '@' : `${draft.content.trimEnd()} @` });
              area.current?.focus();
            }}
          />
        )}
        {!draft.private && canned && (
          <IconButton
            size="sm"
            icon={FileText}
            label={t('canned')}
            onClick={() => {
              // On a new line, keeping the text.
              if (!slash) write({ content: wordless ? '/' : `${draft.content.trimEnd()}\n/` });
              area.current?.focus();
            }}
          />
        )}
        {word !== null && matches.length === 0 ? (
          <small role="alert">{t('noCanned', { word })}</small>
        ) : (
          <small data-keys="">{t('newLine')}</small>
        )}
        {finish && !empty && (
          <Button size="sm" keys="Ctrl Enter" aria-disabled={stays} onClick={() => submit(finish)}>
            {t('sendAnd', { act: finish.said })}
          </Button>
        )}
        <Button size="sm" icon={Send} busy={attached.busy} aria-disabled={empty || stays} onClick={() => submit()}>
          {t('send')}
        </Button>
      </div>
    </div>
  );
}
