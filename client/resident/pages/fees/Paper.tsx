import { Download, Share2, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../kit/http/save-file.ts';
import { callFile, type Refused } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { Refusal, Waiting } from '../../parts/parts.tsx';
import { t } from '../../words.ts';

const PAPERS = {
  receipt: {
    module: 'RECEIPT',
    pages: (id: string) => `/receipt/${id}/pages`,
    pdf: (id: string) => `/receipt/${id}/pdf`,
  },
  notice: {
    module: 'FEE_NOTICE',
    pages: (id: string) => `/fee-notice/pages?ids[]=${id}`,
    pdf: (id: string) => `/fee-notice/${id}/pdf`,
  },
} as const;
type Kind = keyof typeof PAPERS;
const isKind = (kind: string): kind is Kind => kind in PAPERS;

/** A printed document about fees: `receipt.<id>`, which its printed code opens, or `notice.<id>`. */
export function Page({ id = '' }: { id: string | undefined }) {
  const [kind = '', of = ''] = id.split('.');
  return isKind(kind) && of ? <Paper kind={kind} id={of} /> : <p className="muted">{t('failed')}</p>;
}

const mayShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false;

function Paper({ kind, id }: { kind: Kind; id: string }) {
  const { module, pages, pdf } = PAPERS[kind];
  const { data, error } = useReading<{ pages: string[] }>(pages(encodeURIComponent(id)), [module]);
  const [large, setLarge] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  if (!data) return <Waiting error={error} />;
  const take = (then: (file: File) => unknown) =>
    void callFile(pdf(id))
      .then(body => then(new File([body], `${t(`papers.${kind}`)}.pdf`, { type: 'application/pdf' })))
      .catch((failure: unknown) => {
        // Closing the share dialog of the device is not an error.
        if (!(failure instanceof DOMException)) setRefused(failure as Refused);
      });
  const save = (file: File) => saveFile(file, file.name);
  return (
    <div className="stack">
      <p className="slots">
        <button type="button" className="quiet" onClick={() => take(save)}>
          <Download size={20} aria-hidden /> {t('papers.save')}
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => take(file => (mayShare(file) ? navigator.share({ files: [file] }) : save(file)))}
        >
          <Share2 size={20} aria-hidden /> {t('papers.share')}
        </button>
        <button type="button" className="quiet" aria-pressed={large} onClick={() => setLarge(!large)}>
          {large ? <ZoomOut size={20} aria-hidden /> : <ZoomIn size={20} aria-hidden />} {t('papers.large')}
        </button>
      </p>
      <Refusal refused={refused} />
      {data.pages.map((page, n) => (
        <article
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
          key={n}
          className="paper"
          data-large={large ? '' : undefined}
          aria-label={`${t(`papers.${kind}`)} ${n + 1}/${data.pages.length}`}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our server, which escapes all words in it
          dangerouslySetInnerHTML={{ __html: page }}
        />
      ))}
    </div>
  );
}
