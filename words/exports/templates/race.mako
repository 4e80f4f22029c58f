<%namespace name="parts" file="parts.mako"/>\
<%parts:frame title="${title}" up="${up}">\
% if up:
<p><a href="${up}index.html">All races</a></p>
% endif
<h1>${title}</h1>
<p class="small">${about}</p>
% if result:
<h2>Result</h2>
${parts.rows(("Place", "Chariot", "Driver"), result)}\
% endif
${parts.figures(pictures)}\
% if film:
<h2>Film</h2>
${parts.figures([film])}\
% endif
% if standings:
<h2>How it stands</h2>
% for line in standings:
${line}
% endfor
% endif
<h2>The story</h2>
% for phase in story:
<section class="phase">
% for line in phase:
${line}
% endfor
</section>
% endfor
</%parts:frame>\
