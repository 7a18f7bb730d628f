/** How many of equal elements are looked at. */
const most = 5;

/**
 * A script: the elements of the page that repeat what was looked at. Of children of one element that are alike down to the last
 * one in all that a rule looks at (tags, classes and attributes, roles and states, colours, whether there are words and names, and
 * whether what is pressed is large enough where it lies) the first and the last few say it for all. What differs in anything is left
 * in, and is looked at.
 */
export const repeated = `(() => {
  /** Attributes of which only matters that they say something: names, numbers, addresses. */
  const words = /^(aria-(label|description|rowindex|posinset|valuetext)|name|href|title|alt|placeholder|value|src|srcset|d|data-.*)$/;
  /** … or whom they name. */
  const names = /^(aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto)|id|for)$/;
  const countOf = (id) => document.querySelectorAll('[id=' + JSON.stringify(id) + ']').length;
  const meaningOf = ({ name, value }, element) => {
    if (names.test(name)) return value.trim().split(/\\s+/).map(countOf);
    // A name has to say what is written there.
    if (name === 'aria-label') return value.toLowerCase().includes(element.textContent.trim().toLowerCase()) + ' ' + (value.trim() !== '');
    return words.test(name) ? value.trim() !== '' : value;
  };
  const pressed = 'a[href],button,input,select,textarea,summary,[role],[tabindex]';
  const shapeOf = (element, left, top) => {
    const said = [...element.attributes].map((one) => one.name + '=' + meaningOf(one, element)).sort();
    const style = getComputedStyle(element);
    const seen = [style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.fontSize, style.fontWeight,
      style.visibility, style.display, style.position, style.textShadow];
    const box = element.getBoundingClientRect();
    const place = element.matches(pressed)
      ? [box.width < 24, box.height < 24, Math.round(box.left - left), Math.round(box.top - top)]
      : [box.width === 0, box.height === 0];
    const inside = [...element.childNodes].map((node) =>
      node.nodeType === Node.TEXT_NODE ? (node.data.trim() === '' ? '' : 'text')
      : node.nodeType === Node.ELEMENT_NODE ? shapeOf(node, left, top) : '');
    return element.localName + '(' + [...said, ...seen, ...place, element.disabled, element.checked, ...inside].join() + ')';
  };
  const found = [];
  const groups = (all, kindOf) => {
    const byKind = new Map();
    for (const one of all) {
      const kind = kindOf(one);
      byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
    }
    return [...byKind.values()];
  };
  const exactly = (element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return Math.round(height) + shapeOf(element, left, top);
  };
  const look = (element) => {
    // What is not even roughly alike need not be looked at closely.
    for (const rough of groups(element.children, (one) => one.localName + one.className + one.childElementCount))
      for (const alike of rough.length > 2 * ${most} ? groups(rough, exactly) : [rough]) {
        const dropped = alike.length > 2 * ${most} ? alike.slice(${most}, -1) : [];
        found.push(...dropped);
        for (const one of alike) if (!dropped.includes(one)) look(one);
      }
  };
  look(document.body);
  return found;
})()`;
