import type { DocumentType } from '@lobby/shared/modules/ledger.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Finding, listed } from './findings.ts';
import { DOCUMENTS, docsOf, type Entry } from './read.ts';

/** Whether a document is to be on the books; null where the document alone does not say it. */
function isPosted(type: DocumentType, doc: Stored): boolean | null {
  // What is paid of a booking has documents of its own.
  if (type === 'utility-booking') return null;
  if (type === 'bill') return Number(doc.total) === 0 ? null : doc.status === 'ACTIVE';
  if (type === 'fund') return Number(doc.openingBalance ?? 0) > 0;
  if (type === 'deposit')
    return Number(doc.amount) === 0 || doc.origin === 'TRANSFER' ? null : doc.status !== 'CANCELLED';
  return Number(doc.amount) === 0 ? null : doc.status === 'NOT_CANCELED';
}

/** Every document of money has its entries, and every entry its document. */
export async function checkDocuments(
  projectId: string,
  entries: readonly Entry[],
  session: Session,
): Promise<Finding[]> {
  const reversed = new Set(entries.map(({ reversesId }) => reversesId).filter(Boolean));
  const standing = new Set(
    entries.filter(({ _id, reversesId }) => !reversesId && !reversed.has(_id)).map(({ documentId }) => documentId),
  );
  const known = new Set<string>();
  const missing: string[] = [];
  for (const [type, definition] of Object.entries(DOCUMENTS) as [DocumentType, (typeof DOCUMENTS)[DocumentType]][])
    for await (const doc of docsOf(definition, { projectId }, session)) {
      known.add(doc._id);
      const posted = isPosted(type, doc);
      if (posted !== null && posted !== standing.has(doc._id)) missing.push(doc._id);
    }
  const lost = entries.filter(({ _id, documentId }) => !known.has(documentId) && !reversed.has(_id));
  // A document that was removed has taken its entries back first.
  const orphans = lost.filter(({ reversesId }) => !reversesId).map(({ _id }) => _id);
  return [listed('DOCUMENTS_POSTED', missing, known.size), listed('ENTRIES_DOCUMENTED', orphans, entries.length)];
}
