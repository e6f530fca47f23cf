import { FileText, Paperclip, X } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { t } from '../words.ts';

interface FilesFieldProps {
  label: string;
  files: readonly File[];
  most: number;
  onChange: (files: readonly File[]) => void;
  error?: string | undefined;
}

/** Files of a form, listed by name and removable. */
export function FilesField({ label, files, most, onChange, error }: FilesFieldProps) {
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    onChange([...files, ...(event.target.files ?? [])].slice(0, most));
    event.target.value = '';
  };
  return (
    <div className="field files-field">
      <span className="named" aria-hidden>
        {label}
      </span>
      {files.map((file, index) => (
        <p key={`${file.name} ${file.lastModified} ${file.size}`}>
          <FileText size={20} strokeWidth={1.75} aria-hidden />
          <span>{file.name}</span>
          <button
            type="button"
            className="icon"
            aria-label={t('files.remove', { name: file.name })}
            onClick={() => onChange(files.filter((_, at) => at !== index))}
          >
            <X size={16} aria-hidden />
          </button>
        </p>
      ))}
      {files.length < most && (
        <label className="add">
          <Paperclip size={20} strokeWidth={1.75} aria-hidden />
          <span aria-hidden>{t('files.add')}</span>
          <span className="hidden">{label}</span>
          <input type="file" className="hidden" accept="image/*,.pdf,.doc,.docx,.xls,.xlsx" multiple onChange={add} />
        </label>
      )}
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
