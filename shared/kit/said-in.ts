/** What an announcement says in a language; what is not translated stays as it was written. */
export function saidIn(
  doc: Readonly<Record<string, unknown>>,
  language: string | null | undefined,
): { title: string; content: string } {
  const lines = Array.isArray(doc.texts) ? doc.texts : [];
  const own = lines.find(one => one?.language === language) ?? doc;
  return { title: String(own.title ?? ''), content: String(own.content ?? '') };
}
