import { type ReactNode, useEffect, useRef } from 'react';
import { PagesBeside, PageTabs } from '../shell/menu/page-tabs.tsx';

/** Sets the document's title and moves the focus to the page's heading when the page changes. */
export function PageTitle({
  children,
  title,
  sub,
  tabs,
}: {
  children?: ReactNode;
  title: string;
  sub?: ReactNode;
  /** Tabs of the page itself; the way to the pages beside it stands in the same line, at its end. */
  tabs?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Roadkeeper`;
    // A reader who is typing in a field of this page keeps the focus.
    if (document.activeElement === document.body || document.activeElement === null)
      heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <div className="head">
        <div style={{ minWidth: 0 }}>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {sub ? (
            <p className="sub">
              <bdi>{sub}</bdi>
            </p>
          ) : null}
        </div>
        {children ? <div className="acts">{children}</div> : null}
      </div>
      {tabs ? (
        <div className="tab-line">
          {tabs}
          <PagesBeside />
        </div>
      ) : (
        <PageTabs />
      )}
    </>
  );
}

/** What an empty place says: what belongs here, and the way to it. */
export function Empty({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      {icon}
      <h2 className="h2">
        <bdi>{title}</bdi>
      </h2>
      <p>
        <bdi>{text}</bdi>
      </p>
      {children ? <div className="row wrap">{children}</div> : null}
    </div>
  );
}

/** Codes, plates and ids: left to right in every language. */
export const Code = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="code">
    {children}
  </bdi>
);

/** One choice of a few, drawn as a row of buttons; a radio group to the keyboard and to screen readers. */
export function Segments<V extends string>(props: {
  label: string;
  name: string;
  value: V;
  /** `lang`: of a label that is in another language than the page. */
  options: readonly { value: V; label: string; lang?: string }[];
  onChange: (value: V) => void;
}) {
  return (
    <fieldset className="fld">
      <legend>{props.label}</legend>
      <div className="seg">
        {props.options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={props.name}
              value={option.value}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            <span lang={option.lang}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Switch(props: { on: boolean; label: string; onToggle: () => void; disabled?: boolean; name?: string }) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={props.on}
      aria-label={props.name ? `${props.label}: ${props.name}` : undefined}
      disabled={props.disabled}
      onClick={props.onToggle}
    >
      <i aria-hidden="true" />
      {props.label}
    </button>
  );
}
