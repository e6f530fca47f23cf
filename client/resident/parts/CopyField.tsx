import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../words.ts';

const SAID_FOR_MS = 3000;

/** A value with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => null,
    );
  return (
    <div className="copy">
      <span className="what">
        <small>{label}</small>
        <b>{value}</b>
      </span>
      <button type="button" data-done={copied ? '' : undefined} onClick={() => void copy()}>
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
        <span className="hidden">{label}</span>
      </button>
    </div>
  );
}
