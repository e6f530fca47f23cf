import { styleClass } from '../../../theme/classes.ts';

const treeClass = styleClass({
  fontFamily: 'mono',
  textStyle: 'xs',
  overflowX: 'auto',
  '& details, & p': { ps: '4' },
  '& summary': { cursor: 'pointer', color: 'fg.muted' },
  '& b': { fontWeight: 'medium', color: 'fg.muted' },
});

function Element({ of, depth }: { of: globalThis.Element; depth: number }) {
  const inner = Array.from(of.children, (node, at) => ({ node, at }));
  if (inner.length === 0)
    return (
      <p>
        <b>{of.nodeName}</b> {of.textContent}
      </p>
    );
  return (
    // Signatures are long and unreadable, so they start folded.
    <details open={depth < 6 && of.localName !== 'Signature'}>
      <summary>{of.nodeName}</summary>
      {inner.map(({ node, at }) => (
        <Element key={at} of={node} depth={depth + 1} />
      ))}
    </details>
  );
}

/** XML as a foldable tree. */
export function XmlTree({ xml }: { xml: string }) {
  const root = new DOMParser().parseFromString(xml, 'application/xml').documentElement;
  return (
    <div className={treeClass()}>
      <Element of={root} depth={0} />
    </div>
  );
}
