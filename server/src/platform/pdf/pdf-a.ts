import { escapeXml } from '../xml.ts';
import { type PdfObjects, type Ref, toPdfDate, toTextString } from './pdf-objects.ts';
import { srgbProfile } from './srgb-profile.ts';

/** Title, author, language and time of a document. */
export interface DocumentFacts {
  readonly title: string;
  readonly author: string;
  readonly producer: string;
  /** A tag of BCP 47. */
  readonly language: string;
  /** An instant, ISO 8601 in UTC: a document that is written again is the same. */
  readonly createdAt: string;
  /** 32 hexadecimal digits. */
  readonly id: string;
}

/** Writes the catalogue of a PDF/A-2b document (ISO 19005-2): metadata, output intent, language, pages. */
export function finishPdfA(
  objects: PdfObjects,
  { pages, form = '' }: { readonly pages: Ref; readonly form?: string },
  facts: DocumentFacts,
): Buffer {
  const metadata = objects.addStream(
    '/Type /Metadata /Subtype /XML',
    Buffer.from(describeAsXmp(facts)),
    'none',
  );
  const profile = objects.addStream('/N 3', srgbProfile());
  const root = objects.add(
    `<< /Type /Catalog /Pages ${pages} /Lang (${facts.language}) /Metadata ${metadata} ${form} ` +
      '/ViewerPreferences << /DisplayDocTitle true >> ' +
      '/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 ' +
      `/OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile ${profile} >>] >>`,
  );
  const date = toPdfDate(facts.createdAt);
  const info = objects.add(
    `<< /Title ${toTextString(facts.title)} /Author ${toTextString(facts.author)} ` +
      `/Producer ${toTextString(facts.producer)} /CreationDate ${date} /ModDate ${date} >>`,
  );
  return objects.finish({ root, info, id: facts.id });
}

/** The same facts as in the information dictionary (6.6.2.3), and the conformance (6.6.4). */
function describeAsXmp({
  title,
  author,
  producer,
  createdAt,
  language,
  id,
}: DocumentFacts): string {
  const date = `${createdAt.slice(0, 19)}Z`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeLine(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeLine(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${escapeLine(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<xmpMM:DocumentID>uuid:${id}</xmpMM:DocumentID>
<pdf:Producer>${escapeLine(producer)}</pdf:Producer>
<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

const escapeLine = (text: string): string => escapeXml(text.replace(/\p{Cc}/gu, ' '));
