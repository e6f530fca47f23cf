import { Camera, Plus, SendHorizontal } from 'lucide-react';
import type { ChangeEvent, FormEvent, KeyboardEvent } from 'react';
import { t } from '../words.ts';

const FILES = 'image/*,.pdf,.doc,.docx,.xls,.xlsx';

interface ComposerProps {
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onFiles: (files: readonly File[]) => void;
  busy: boolean;
}

/** The message input, with buttons for files, camera, and sending once there is content. */
export function Composer({ value, onChange, onSend, onFiles, busy }: ComposerProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  // With a physical keyboard Enter sends; on touch screens it starts a new line.
  const press = (event: KeyboardEvent) => {
    const typing = event.nativeEvent.isComposing || event.shiftKey || !matchMedia('(pointer: fine)').matches;
    if (event.key !== 'Enter' || typing) return;
    event.preventDefault();
    onSend();
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    event.target.value = '';
  };
  return (
    <form className="composer" onSubmit={submit}>
      <label className="icon" data-busy={busy ? '' : undefined}>
        <Plus size={24} aria-hidden />
        <span className="hidden">{t('talk.pictures')}</span>
        <input type="file" className="hidden" accept={FILES} multiple disabled={busy} onChange={choose} />
      </label>
      <div className="line-field">
        <textarea
          rows={1}
          aria-label={t('talk.write')}
          placeholder={t('talk.write')}
          value={value}
          onKeyDown={press}
          onChange={event => onChange(event.target.value)}
        />
        {!value.trim() && (
          <label className="icon">
            <Camera size={24} strokeWidth={1.75} aria-hidden />
            <span className="hidden">{t('talk.camera')}</span>
            <input
              type="file"
              className="hidden"
              accept="image/*"
              capture="environment"
              disabled={busy}
              onChange={choose}
            />
          </label>
        )}
      </div>
      {value.trim() && (
        <button type="submit" className="icon send" aria-label={t('talk.send')}>
          <SendHorizontal size={20} aria-hidden />
        </button>
      )}
    </form>
  );
}
