import { type Placeholder, paragraphsOf } from '@lobby/shared/modules/contract-template.ts';
import { styleClass } from '../../../theme/classes.ts';

const textClass = styleClass({
  overflowWrap: 'anywhere',
  '& > *': { m: '0', minH: '1.6em' },
  '& > p': { whiteSpace: 'pre-wrap', textAlign: 'justify' },
  '& > h2': { fontSize: '1.25rem', fontWeight: 'semibold', textAlign: 'center', textTransform: 'uppercase', my: '2' },
  '& > h3': { fontSize: '1rem', fontWeight: 'semibold', mt: '3', breakAfter: 'avoid' },
  '& > div': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '4',
    textAlign: 'center',
    breakInside: 'avoid',
  },
});

interface ContractPaperProps {
  text: string;
  words: Readonly<Record<Placeholder, string>>;
}

/** Text of a contract as printed. */
export function ContractPaper({ text, words }: ContractPaperProps) {
  return (
    <div className={textClass()}>
      {paragraphsOf(text, words).map(({ kind, texts }, n) => {
        const key = `${n} ${kind}`;
        if (kind === 'title') return <h2 key={key}>{texts[0]}</h2>;
        if (kind === 'heading') return <h3 key={key}>{texts[0]}</h3>;
        if (kind === 'line') return <p key={key}>{texts[0]}</p>;
        return (
          <div key={key}>
            {texts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no name but their place
              <span key={at}>{part}</span>
            ))}
          </div>
        );
      })}
    </div>
  );
}
