import { Fragment, type ReactNode } from 'react';
import { PathLink } from '../files/path-link';
import { ScrollRegion } from '../shell/scroll-region';
import { RevealedProse } from '../text/revealed-prose';
import { RevealedText } from '../text/revealed-text';
import { CodeBlock } from './code-block';
import type { FileLinks, NamedFile } from './file-links';
import { ImagePlaceholder } from './image-placeholder';
import classes from './markdown.module.css';
import { MarkdownLink } from './markdown-link';
import { type MarkdownDocument, type MarkdownNode, wordsOf } from './parse-markdown';

type NodeOf<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>;

type Within = MarkdownDocument & { files: FileLinks };
type NodesProps = { nodes: readonly MarkdownNode[]; within: Within };

/** Renders Markdown nodes as the elements named here and no others, so no HTML passes through. */
export function MarkdownNodes({ nodes, within }: NodesProps) {
  return nodes.map((node) => <Fragment key={node.position?.start.offset}>{draw(node, within)}</Fragment>);
}

function draw(node: MarkdownNode, within: Within): ReactNode {
  const inside = 'children' in node ? <MarkdownNodes nodes={node.children} within={within} /> : null;
  switch (node.type) {
    case 'text':
      return <Words text={node.value} files={within.files} />;
    case 'html':
      return /^<br *\/?>$/i.test(node.value) ? <br /> : <RevealedProse text={node.value} />;
    case 'break':
      return <br />;
    case 'emphasis':
      return <em>{inside}</em>;
    case 'strong':
      return <strong>{inside}</strong>;
    case 'delete':
      return <del>{inside}</del>;
    case 'inlineCode':
      return <InlineCode text={node.value} file={within.files.ofCode(node.value)} />;
    case 'link':
      return (
        <MarkdownLink href={node.url} path={within.files.ofLink(node.url)} words={wordsOf(node)}>
          {inside}
        </MarkdownLink>
      );
    case 'linkReference': {
      const href = within.addresses.get(node.identifier) ?? '';
      return (
        <MarkdownLink href={href} path={within.files.ofLink(href)} words={wordsOf(node)}>
          {inside}
        </MarkdownLink>
      );
    }
    case 'image':
      return <ImagePlaceholder source={node.url} description={node.alt ?? ''} />;
    case 'imageReference':
      return (
        <ImagePlaceholder source={within.addresses.get(node.identifier) ?? ''} description={node.alt ?? ''} />
      );
    case 'footnoteReference':
      return <sup>{within.footnoteOrder.indexOf(node.identifier) + 1}</sup>;
    case 'paragraph':
      return <p>{inside}</p>;
    case 'heading':
      return <Heading depth={node.depth}>{inside}</Heading>;
    case 'blockquote':
      return <blockquote>{inside}</blockquote>;
    case 'thematicBreak':
      return <hr />;
    case 'code':
      return <CodeBlock text={node.value} language={node.lang ?? ''} />;
    case 'list':
      return <List list={node} within={within} />;
    case 'table':
      return <Table table={node} within={within} />;
    // A list renders its items, and a table renders its rows and cells. The other nodes render nothing in
    // place.
    case 'listItem':
    case 'tableRow':
    case 'tableCell':
    case 'definition':
    case 'footnoteDefinition':
    case 'yaml':
      return null;
  }
}

function Words({ text, files }: { text: string; files: FileLinks }) {
  return files.inWords(text).map((stretch, index) => {
    const drawn = <RevealedProse text={stretch.text} />;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other name
      <Fragment key={index}>
        {stretch.path === null ? drawn : <PathLink path={stretch.path}>{drawn}</PathLink>}
      </Fragment>
    );
  });
}

function InlineCode({ text, file }: { text: string; file: NamedFile | null }) {
  const code = (
    <code>
      <RevealedText text={text} />
    </code>
  );
  return file === null ? code : <PathLink {...file}>{code}</PathLink>;
}

/** A heading of the answer ranks below the headings of the page. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  if (depth === 1) return <h3>{children}</h3>;
  if (depth === 2) return <h4>{children}</h4>;
  if (depth === 3) return <h5>{children}</h5>;
  return <h6>{children}</h6>;
}

function List({ list, within }: { list: NodeOf<'list'>; within: Within }) {
  const isLoose = list.spread === true || list.children.some(({ spread }) => spread === true);
  const items = list.children.map((item) => (
    <li key={item.position?.start.offset}>
      {typeof item.checked === 'boolean' && (
        <input
          type="checkbox"
          disabled
          checked={item.checked}
          aria-label={item.checked ? 'Done' : 'Not done'}
        />
      )}
      {typeof item.checked === 'boolean' && ' '}
      <MarkdownNodes
        nodes={isLoose ? item.children : item.children.flatMap(withoutParagraph)}
        within={within}
      />
    </li>
  ));
  return list.ordered ? <ol start={list.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

/** Unwraps the paragraph, so that the items of a list without blank lines sit close together. */
function withoutParagraph(node: MarkdownNode): readonly MarkdownNode[] {
  return node.type === 'paragraph' ? node.children : [node];
}

function Table({ table, within }: { table: NodeOf<'table'>; within: Within }) {
  const [head, ...body] = table.children;
  const cellsOf = (row: NodeOf<'tableRow'>, Cell: 'th' | 'td') =>
    row.children.map((cell, index) => (
      <Cell key={cell.position?.start.offset} style={{ textAlign: table.align?.[index] ?? undefined }}>
        <MarkdownNodes nodes={cell.children} within={within} />
      </Cell>
    ));
  return (
    <ScrollRegion label="Table" className={classes['scroll']}>
      <table>
        {head && (
          <thead>
            <tr>{cellsOf(head, 'th')}</tr>
          </thead>
        )}
        <tbody>
          {body.map((row) => (
            <tr key={row.position?.start.offset}>{cellsOf(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
